import type { MovimientoEstado } from '@flota/contract/dinero.ts'
import { fecha } from '@flota/contract/format.ts'
import type { Movimiento } from '@flota/contract/movimientos.ts'
import { type ComponentProps, useState } from 'react'
import { messageOf } from '../../../api/ApiError.ts'
import { useSave } from '../../../api/cache/queries.ts'
import { tell } from '../../../ui/ResultPopup.tsx'
import { movimientoName } from '../../shared/movimientos/movimientoTexts.ts'
import type { MotivoModal } from './ReasonDialog.tsx'

export type Asked = ComponentProps<typeof MotivoModal>

/** How a movement's state is changed: approved and left for later at once, rejected with a reason, for which it is `asked`. A refusal is told. */
export function useEstadoDeeds(onDone: (saved: Movimiento, message: string) => void = () => undefined) {
  const put = useSave('PUT /api/movimientos/:id/estado')
  const [rejected, reject] = useState<Movimiento | null>(null)
  const change = async ({ id, version }: Movimiento, estado: MovimientoEstado, motivo?: string) => {
    const { data, message } = await put({ params: { id }, body: { estado, motivo, version } })
    onDone(data, message)
  }
  const tried = async (row: Movimiento, estado: MovimientoEstado) => {
    try {
      await change(row, estado)
    } catch (error) {
      await tell('error', messageOf(error))
    }
  }
  return {
    approve: (row: Movimiento) => tried(row, 'aprobado'),
    reopen: (row: Movimiento) => tried(row, 'registrado'),
    reject: (row: Movimiento) => reject(row),
    /** Null while nobody is. */
    asked: rejected && {
      title: `${rejected.del_piloto ? 'Rechazar' : 'Anular'}: ${movimientoName(rejected)}`,
      detail: [rejected.piloto, rejected.no_ruta, fecha(rejected.fecha)].filter(Boolean).join(' · '),
      saves: rejected.del_piloto ? 'Rechazar' : 'Anular',
      save: (motivo: string) => change(rejected, 'anulado', motivo),
      failed: 'No se cambió el movimiento',
      onClose: () => reject(null),
    },
  }
}
