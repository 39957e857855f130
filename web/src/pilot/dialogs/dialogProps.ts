import type { PreparedFile } from '../../archivos/prepareFile.ts'
import type { MiRuta } from '../misRutas.ts'
import type { OutboxItem } from '../outbox/outboxItems.ts'

/** Values from the dialog that opened this one. */
export interface DialogPrefill {
  nota?: string
  photos?: readonly PreparedFile[]
}

export interface DialogProps extends DialogPrefill {
  /** Includes unsent changes. */
  ruta: MiRuta
  mayChange: boolean
  /** Replaces this dialog by another. */
  onShow: (name: 'Entrega', prefill: DialogPrefill) => void
  /** Items were stored; the pilot can undo them for 10 s. */
  onDecided: (items: readonly OutboxItem[]) => void
  onClose: () => void
}

export const draftPath = '/piloto-rutas'

/** Draft of a dialog; without `dialog` it belongs to 'Estado'. */
export interface DialogDraft {
  dialog?: 'Estado' | 'Entrega' | 'Gasto'
  /** The trip when the pilot opened the dialog. */
  antes: MiRuta
}
