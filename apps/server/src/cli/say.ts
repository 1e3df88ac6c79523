/** Prints a command's result. */
export const say = (line: string): void => console.log(line)

/** Prints a remark on standard error, apart from the result. */
export const warn = (line: string): void => console.error(line)

/** The command did its work and found something wrong: exit code 1. A command that could not do its work exits with 2. */
export function sayFound(line: string): void {
  console.log(line)
  process.exitCode = 1
}

/** A mistake by the person who typed the command, in one sentence. */
export class CommandError extends Error {}
