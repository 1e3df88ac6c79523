/** An error that the person who starts the process can fix, in one sentence. */
export class StartError extends Error {}
