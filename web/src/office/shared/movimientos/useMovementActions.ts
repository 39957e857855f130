import { formatFecha } from '@flota/contract/core/format.ts'
import type { Movimiento } from '@flota/contract/money/movimientos.ts'
import type { MovimientoEstado } from '@flota/contract/records/dinero.ts'
import { useState } from 'react'
import { messageOf } from '../../../api/ApiError.ts'
import { useSave } from '../../../api/cache/queries.ts'
import { showResult } from '../../../ui/ResultPopup.tsx'
import { movimientoName } from './movimientoTexts.ts'

type ChangedMovimiento = Pick<
  Movimiento,
  'id' | 'version' | 'tipo' | 'concepto' | 'monto' | 'piloto' | 'no_ruta' | 'fecha' | 'del_piloto'
>

/** Approves and reopens a movement at once; rejects it after asking for a reason. Shows failures. */
export function useMovementActions(onDone: (saved: Movimiento, message: string) => void = () => undefined) {
  const put = useSave('PUT /api/movimientos/:id/estado')
  const [pendingRejection, reject] = useState<ChangedMovimiento | null>(null)
  const change = async ({ id, version }: ChangedMovimiento, estado: MovimientoEstado, motivo?: string) => {
    const { data, message } = await put({ params: { id }, body: { estado, motivo, version } })
    onDone(data, message)
  }
  const changeOrShowError = async (row: ChangedMovimiento, estado: MovimientoEstado) => {
    try {
      await change(row, estado)
    } catch (error) {
      await showResult('error', messageOf(error))
    }
  }
  return {
    approve: (row: ChangedMovimiento) => changeOrShowError(row, 'aprobado'),
    reopen: (row: ChangedMovimiento) => changeOrShowError(row, 'registrado'),
    reject: (row: ChangedMovimiento) => reject(row),
    /** Null while no reason is requested. */
    reasonRequest: pendingRejection && {
      title: `${pendingRejection.del_piloto ? 'Rechazar' : 'Anular'}: ${movimientoName(pendingRejection)}`,
      detail: [pendingRejection.piloto, pendingRejection.no_ruta, formatFecha(pendingRejection.fecha)]
        .filter(Boolean)
        .join(' · '),
      submitLabel: pendingRejection.del_piloto ? 'Rechazar' : 'Anular',
      save: (motivo: string) => change(pendingRejection, 'anulado', motivo),
      errorTitle: 'No se cambió el movimiento',
      onClose: () => reject(null),
    },
  }
}
