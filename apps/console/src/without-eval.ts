import { config } from 'zod'

// The page's policy lets no text become code: a schema library that tests for eval would be reported as an attempt.
config({ jitless: true })
