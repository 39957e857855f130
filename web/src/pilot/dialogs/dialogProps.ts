import type { PreparedFile } from '../../archivos/preparedFile.ts'
import type { MiRuta } from '../misRutas.ts'
import type { OutboxItem } from '../outbox/outboxItems.ts'

export type DialogName =
  | 'Estado'
  | 'Entrega'
  | 'Incidente'
  | 'Gasto'
  | 'Foto'
  | 'Más'
  | 'Horas'
  | 'Historial'
  | 'Hoja'

/** A file as the pilot chose it, before it is checked and shrunk. */
interface ChosenFile {
  nombre: string
  /** Last modification in ms. */
  modificado: number
  fromCamera: boolean
  /** How often it was being prepared: shrinking it may have killed the browser. */
  attempts: number
}

export interface DraftPhoto extends PreparedFile {
  /** Rises in the order of choosing. */
  id: number
  /** Present until the file is prepared. */
  chosen?: ChosenFile
}

/** What the pilot has entered into a form: the fields that differ from its initial values, and the photos. */
export interface Draft {
  values: object
  photos: readonly DraftPhoto[]
}

export interface DialogProps {
  /** Includes unsent changes. Of 'Gasto' any trip of the pilot. */
  ruta: MiRuta
  /** Of forms: what an earlier opening has left. */
  draft: Draft | null
  mayChange: boolean
  /** Replaces this dialog by another one of the trip. */
  onShow: (name: DialogName, draft?: Draft) => void
  /** Items were stored; the pilot can undo them for 10 s. */
  onDecided: (items: readonly OutboxItem[]) => void
  onClose: () => void
}
