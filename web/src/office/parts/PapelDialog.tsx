import type { DocumentoEntidad } from '@flota/contract/estados.ts'
import { useOnDemand } from '../../ui/useOnDemand.ts'
import type { Papel } from './papel.ts'

export interface Dueno {
  entidad: DocumentoEntidad
  entidad_id: number
}

/** What is written in a dialog: a new paper, of anybody or of `de`; the renewal of one, one that is missing, or a change. */
export type Asked = { what: 'nuevo'; de?: Dueno } | { what: 'renovar' | 'agregar' | 'editar'; papel: Papel }

/** Loaded with the first one that is opened. */
export function PapelDialog({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  const loaded = useOnDemand(asked !== null, 'el formulario', () => import('./form/PapelForm.tsx'), onClose)
  return asked && loaded && <loaded.PapelForm asked={asked} onClose={onClose} />
}
