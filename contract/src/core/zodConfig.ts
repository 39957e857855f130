import { z } from 'zod'

/** Import before any schema is created: zod would try eval, which the pages' content policy forbids. */
z.config({ jitless: true })
