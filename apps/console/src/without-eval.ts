import { config } from 'zod'

// The page's policy lets no text become code: a schema that asked whether it may would be reported as an attempt.
config({ jitless: true })
