import { z } from 'zod'

/**
 * For pages: their content policy forbids eval, which zod tries for speed. Imported first, it runs before any
 * schema is made.
 */
z.config({ jitless: true })
