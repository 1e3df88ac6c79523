/** What the person who starts us can put right, in one sentence. */
export class StartError extends Error {}
