/** So many rows are written by a statement: each is short, also where the database is busy. */
export const writeBatchSize = 500

/** Somebody wrote, named or took something meanwhile that this relied on: all is judged anew. */
export class ConcurrentChangeError extends Error {}
