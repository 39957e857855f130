/** What is told of a stale `version`; by itself, because the pilot's phone loads no other of the sentences. */
export const staleVersion = 'Otro usuario modificó este registro. Recarga para ver los cambios.'
