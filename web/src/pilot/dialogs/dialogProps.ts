import type { Prepared } from '../../archivos/prepareFile.ts'
import type { MiRuta } from '../misRutas.ts'
import type { Item } from '../outbox/outboxItems.ts'

/** What was typed and taken where another dialog was called for. */
export interface BegunDialog {
  nota?: string
  photos?: readonly Prepared[]
}

export interface DialogProps extends BegunDialog {
  /** As its pilot sees it. */
  ruta: MiRuta
  mayChange: boolean
  /** Opens another dialog in its place. */
  onShow: (name: 'Entrega', begun: BegunDialog) => void
  /** A press was kept, which can be taken back for a while. */
  onDecided: (items: readonly Item[]) => void
  onClose: () => void
}

/** Where what is typed in a dialog is kept for this tab. */
export const draftPath = '/piloto-rutas'

/** A draft of a release before says no dialog: then it is 'Cambiar Estado'. */
export interface Draft {
  dialog?: 'Estado' | 'Entrega' | 'Gasto'
  /** The route as the pilot saw it then. */
  antes: MiRuta
}
