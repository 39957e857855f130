import { hash } from 'node:crypto'

/** What the database knows a token by. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
