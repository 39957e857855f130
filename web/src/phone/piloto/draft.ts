import { openDraft } from '../../api/drafts.ts'
import type { Cambio } from './cambio.ts'

/** What is being decided in the dialog and was not sent yet. */
export type Decision = Pick<Cambio, 'antes' | 'nuevoEstado' | 'comentario'>

/** Kept for this tab, so that a session that ends while typing does not take the comment along. */
export const decisionDraft = (username: string) => openDraft<Decision>(username, '/piloto-rutas')
