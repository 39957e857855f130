import { sentences } from '@flota/contract/core/sentences.ts'
import { noDataText } from '@flota/contract/reports/periodos.ts'
import type { DemoraGrupo } from '@flota/contract/reports/reportes.ts'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { useToday } from '../../../api/useToday.ts'
import { DayFilter } from '../../../list/controls/DayFilter.tsx'
import { ListCard } from '../../../list/ListCard.tsx'
import { toListState } from '../../../list/toListState.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { ListExport } from '../../shared/export/ExportControls.tsx'
import { DemorasTable } from './DemorasTable.tsx'
import { DemoraTrips } from './DemoraTrips.tsx'
import { PresetChoices } from './PresetChoices.tsx'
import { ReporteTabs } from './ReporteTabs.tsx'
import { shownRowsSentence } from './reporteTexts.ts'
import { type DemorasAddress, demorasFilters as filters, useDemorasAddress } from './useDemorasAddress.ts'

const about: Record<DemoraGrupo, string> = {
  cliente:
    'Lo que el camión esperó entre su llegada y su salida. Lo que se cobra sigue las reglas del cliente.',
  lugar: 'Lo que el camión esperó al cargar y al descargar. Lo que se cobra sigue las reglas del cliente.',
  causa: 'Lo que duraron los incidentes. Uno que sigue abierto cuenta hasta ahora.',
}

const waits =
  'Las esperas salen de las horas del viaje: cuándo llegó y cuándo salió, al cargar y al descargar.'

/** Where the rows come from, for a company without any. */
const sources: Record<DemoraGrupo, string> = {
  cliente: waits,
  lugar: waits,
  causa: 'Los incidentes los registra el piloto en su teléfono, o la oficina en la página del viaje.',
}

/** Shows waiting times by client or place, or incidents by cause. The page paginates all rows. */
export function DemorasPage() {
  const address = useDemorasAddress()
  const { activeFilters } = address
  const { desde, hasta, por, clave } = address.values
  const endsEarly = desde !== '' && hasta !== '' && hasta < desde
  return (
    <>
      <PageHeading title="Reportes">
        {!clave && (
          <ListExport
            call={{
              line: 'GET /api/reportes/demoras/exportar',
              query: { por, desde: activeFilters.desde, hasta: activeFilters.hasta },
            }}
            disabled={endsEarly}
          />
        )}
      </PageHeading>
      <ReporteTabs current="Demoras" range={{ fechaInicio: desde, fechaFin: hasta }} />
      <DemorasFilters address={address} endsEarly={endsEarly} />
      {endsEarly ? (
        <div className="rounded-ui border border-line bg-card shadow-soft">
          <EmptyState text="Corrige las fechas para ver el reporte." />
        </div>
      ) : clave ? (
        <DemoraTrips address={address} />
      ) : (
        // The key prevents rows of one grouping under the column titles of another.
        <DemorasList key={por} address={address} />
      )}
    </>
  )
}

function DemorasFilters({ address, endsEarly }: { address: DemorasAddress; endsEarly: boolean }) {
  const { values, change } = address
  const { desde, hasta, por } = values
  const hoy = useToday()
  return (
    <div className="mb-4 flex flex-wrap items-start gap-3 rounded-ui border border-line bg-card p-3 shadow-soft md:px-4">
      <div className="max-md:w-full md:w-32">
        <SelectField
          label={filters.por.label}
          value={por}
          words={Object.entries(filters.por.words)}
          onChange={(next) => change({ por: next as DemoraGrupo, clave: '' })}
        />
      </div>
      <DayFilter label={filters.desde.label} value={desde} onChange={(day) => change({ desde: day })} />
      <DayFilter
        label={filters.hasta.label}
        value={hasta}
        onChange={(day) => change({ hasta: day })}
        error={endsEarly ? sentences.endsEarly : undefined}
      />
      <PresetChoices
        range={{ fechaInicio: desde, fechaFin: hasta }}
        hoy={hoy}
        onChoose={(_, { fechaInicio, fechaFin }) => change({ desde: fechaInicio, hasta: fechaFin })}
      />
    </div>
  )
}

function DemorasList({ address }: { address: DemorasAddress }) {
  const { pagina, porPagina, values, activeFilters, change } = address
  const { por, desde, hasta } = activeFilters
  const answer = useEndpoint('GET /api/reportes/demoras', { query: { por, desde, hasta } })
  const all = answer.data?.data
  return (
    <ListCard
      tools={
        <div>
          <h2 className="text-lg font-bold">Demoras por {values.por}</h2>
          <p className="text-sm text-pretty text-muted">{about[values.por]}</p>
        </div>
      }
      address={address}
      list={toListState(answer, address)}
      loading="Cargando demoras…"
      errorTitle="Error al cargar las demoras"
      empty={
        <EmptyState
          text={noDataText}
          action={
            (desde ?? hasta) ? (
              <Button onClick={() => change({ desde: '', hasta: '' })}>Ver todas las fechas</Button>
            ) : (
              <p>{sources[values.por]}</p>
            )
          }
        />
      }
      sentence={all ? shownRowsSentence(pagina, porPagina, all.length) : ''}
    >
      {(rows) => (
        <DemorasTable
          {...rows}
          por={values.por}
          range={{ ...(desde && { desde }), ...(hasta && { hasta }) }}
          all={all ?? []}
        />
      )}
    </ListCard>
  )
}
