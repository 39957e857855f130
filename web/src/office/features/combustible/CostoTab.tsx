import type { AnswerOf } from '../../../api/call.ts'
import { useSession } from '../../../api/session.ts'
import { canOpen } from '../../../shell/paths.ts'
import { RendimientoList } from './RendimientoList.tsx'
import { type CostoRow, costoColumns } from './rendimientoColumns.tsx'

type ByTruck = Extract<AnswerOf<'GET /api/rendimiento'>['data'], { filas: readonly { camion_id: number }[] }>

/** What a kilometre of each truck costs. */
export function CostoTab() {
  const session = useSession()
  return (
    <RendimientoList<CostoRow, ByTruck>
      vista="costo"
      por="camion"
      columns={costoColumns(session !== null && canOpen(session, '/mostrar-camiones/:id'))}
      rowsOf={({ filas, totales }) => ({
        rows: filas.map((row) => ({ ...row, id: null })),
        total: { ...totales, id: null, camion_id: null, placa: 'Total' },
      })}
      keyOf={({ camion_id }) => camion_id ?? 'total'}
      empty="No hay camiones. Ingresa el primero para ver lo que cuesta cada kilómetro."
    >
      Solo el dinero aprobado. Una reparación se ingresa como gasto o como mantenimiento, no en los dos.
    </RendimientoList>
  )
}
