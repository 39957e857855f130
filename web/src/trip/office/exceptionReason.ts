import type { Session } from '../../api/session.ts'

/** The field for the reason of saving what is blocked: an administrador's. */
export const motivo = {
  label: 'Motivo de la excepción',
  asked: 'Escribe el motivo para guardar de todos modos.',
}

export const mayExcept = (session: Session | null) => session?.rol_nombre === 'administrador'
