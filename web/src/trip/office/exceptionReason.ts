import type { Session } from '../../api/session.ts'

/** The field for the reason of saving what is blocked: an administrador's. */
export const exceptionReason = {
  label: 'Motivo de la excepción',
  prompt: 'Escribe el motivo para guardar de todos modos.',
}

export const canSaveException = (session: Session | null) => session?.rol_nombre === 'administrador'
