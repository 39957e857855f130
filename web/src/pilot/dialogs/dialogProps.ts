import type { PreparedFile } from '../../archivos/prepareFile.ts'
import type { MiRuta } from '../misRutas.ts'
import type { OutboxItem } from '../outbox/outboxItems.ts'

/** What was typed and taken where another dialog was called for. */
export interface DialogPrefill {
  nota?: string
  photos?: readonly PreparedFile[]
}

export interface DialogProps extends DialogPrefill {
  /** As its pilot sees it. */
  ruta: MiRuta
  mayChange: boolean
  /** Opens another dialog in its place. */
  onShow: (name: 'Entrega', begun: DialogPrefill) => void
  /** A press was kept, which can be taken back for a while. */
  onDecided: (items: readonly OutboxItem[]) => void
  onClose: () => void
}

/** Where what is typed in a dialog is kept for this tab. */
export const draftPath = '/piloto-rutas'

/** A draft of a release before says no dialog: then it is 'Cambiar Estado'. */
export interface DialogDraft {
  dialog?: 'Estado' | 'Entrega' | 'Gasto'
  /** The route as the pilot saw it then. */
  antes: MiRuta
}
