import { z } from 'zod'

// The content policy forbids eval, which zod tries for speed; this runs before any schema is made.
z.config({ jitless: true })
