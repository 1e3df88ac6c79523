/** Builds the server, its threads and its programs. */
export default function buildServer(): Promise<void>
