import { plazoInWords } from '@flota/contract/calendario.ts'
import { daysBetween } from '@flota/contract/dias.ts'
import { entero } from '@flota/contract/format.ts'
import type { AnswerOf } from '../../api/call.ts'
import { Headline, Nothing, Panel } from './Panel.tsx'
import { PlazosList } from './PlazosList.tsx'
import type { Reading } from './reading.ts'

type Mantenimientos = AnswerOf<'GET /api/mantenimientos'>

const href = '/mantenimientos?estado=Programado'
const words = { past: 'Atrasado', future: 'Toca' }

/** Maintenance that is planned and not done, the overdue first. */
export function MantenimientosPanel({
  reading,
}: {
  reading: Reading<{ mantenimientos: Mantenimientos; hoy: string }>
}) {
  return (
    <Panel
      title="Mantenimientos"
      list={{ href, label: 'Ver todos' }}
      reading={reading}
      room={18}
      failed="Error al cargar los mantenimientos"
    >
      {({ mantenimientos: { data, total }, hoy }) => {
        if (data.length === 0) return <Nothing>No hay mantenimientos programados.</Nothing>
        const found = data
          .map((mantenimiento) => ({
            ...mantenimiento,
            days: daysBetween(hoy, mantenimiento.fecha_programada),
          }))
          .sort((a, b) => a.days - b.days)
        const overdue = found.filter(({ days }) => days < 0).length
        return (
          <>
            <Headline href={href}>
              {entero(overdue)} {overdue === 1 ? 'atrasado' : 'atrasados'} · {entero(total - overdue)} por
              hacer
            </Headline>
            <PlazosList
              plazos={found.map(({ id, camion, descripcion, fecha_programada, days }) => ({
                id,
                href: `${href}&registro=${id}`,
                name: camion,
                detail: descripcion,
                date: fecha_programada,
                days,
                words: plazoInWords(days, words),
              }))}
            />
          </>
        )
      }}
    </Panel>
  )
}
