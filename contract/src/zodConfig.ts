import { z } from 'zod'

/** Imported before any schema is made: a page's content policy forbids eval, which zod tries for speed. */
z.config({ jitless: true })
