/** What is asked for: a file of one kind, or its print. */
export type Wanted = 'excel' | 'pdf' | 'print'

export const fileNames: Record<Wanted, string> = { excel: 'Excel', pdf: 'PDF', print: 'PDF' }
