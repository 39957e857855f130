/** Separate from sentences.ts, because the pilot page needs only this one. */
export const staleVersion = 'Otro usuario modificó este registro. Recarga para ver los cambios.'
