import { openDraft } from '../../api/drafts.ts'
import type { Cambio } from './cambio.ts'

/** A decision in the dialog, not sent yet. */
export type Decision = Pick<Cambio, 'antes' | 'nuevoEstado' | 'comentario'>

/** Kept for this tab, so that the end of a session loses no comment. */
export const decisionDraft = (username: string) => openDraft<Decision>(username, '/piloto-rutas')
