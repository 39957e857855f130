export type Wanted = 'excel' | 'pdf' | 'print'

export const fileNames: Record<Wanted, string> = { excel: 'Excel', pdf: 'PDF', print: 'PDF' }
