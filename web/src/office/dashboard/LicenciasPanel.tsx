import { plazoInWords } from '@flota/contract/calendario.ts'
import { entero, nombreCompleto } from '@flota/contract/format.ts'
import type { AnswerOf } from '../../api/call.ts'
import { withId } from '../../paths.ts'
import { daysAhead } from '../parts/daysAhead.ts'
import { Headline, Nothing, Panel } from './Panel.tsx'
import { PlazosList } from './PlazosList.tsx'
import { toRenew } from './plazos.ts'
import type { Reading } from './reading.ts'

type Choferes = AnswerOf<'GET /api/choferes'>

const href = '/choferes?orden=vencimiento'
const words = { past: 'Venció', future: 'Vence' }

/** Licences that have expired or soon will; the pilots are those whose licence ends first. */
export function LicenciasPanel({ reading }: { reading: Reading<{ choferes: Choferes; hoy: string }> }) {
  return (
    <Panel
      title="Licencias por renovar"
      list={{ href, label: 'Ver pilotos' }}
      reading={reading}
      room={17}
      failed="Error al cargar los choferes"
    >
      {({ choferes: { data, paginacion }, hoy }) => {
        const found = toRenew(data, hoy)
        const expired = found.filter(({ days }) => days < 0).length
        return (
          <>
            {found.length === 0 ? (
              <Nothing>Ninguna licencia vence en los próximos {daysAhead} días.</Nothing>
            ) : (
              <Headline href={href}>
                {entero(expired)} {expired === 1 ? 'vencida' : 'vencidas'} · {entero(found.length - expired)}{' '}
                por vencer
              </Headline>
            )}
            <PlazosList
              plazos={found.map(({ chofer, days }) => ({
                id: chofer.id,
                href: withId('/mostrar-choferes/:id', chofer.id),
                name: nombreCompleto(chofer.nombre, chofer.apellido),
                date: chofer.vencimiento ?? '',
                days,
                words: plazoInWords(days, words),
              }))}
            />
            {found.length < paginacion.total && found.length === data.length && (
              <p className="mt-2 text-sm text-muted">
                Hay más: solo se cuentan las primeras {entero(found.length)}.
              </p>
            )}
          </>
        )
      }}
    </Panel>
  )
}
