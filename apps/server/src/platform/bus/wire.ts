/** Carries JSON texts between the processes of one installation. One sender's messages of a subject arrive in order, or are lost. */
export interface Wire {
  /** Never waits: what cannot be sent now is sent as soon as it can, up to a limit. */
  send(subject: string, json: string): void
  /** Resolves once what others send is heard; what we send ourselves may be heard as well. */
  listen(subject: string, hear: (json: string) => void): Promise<void>
  close(): Promise<void>
}

/** Log of a wire. */
export interface WireLog {
  warn(details: Readonly<Record<string, unknown>>, message: string): void
}
