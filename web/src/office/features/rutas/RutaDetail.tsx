import { fechaInWords } from '@flota/contract/core/calendar.ts'
import { calls } from '@flota/contract/core/calls.ts'
import { fieldText } from '@flota/contract/core/fieldFormat.ts'
import { loadNames } from '@flota/contract/core/fields.ts'
import {
  describeCamion,
  formatFecha,
  formatHora,
  formatMomento,
  formatQuetzales,
  stripRutaPrefix,
} from '@flota/contract/core/format.ts'
import { rutaFields } from '@flota/contract/records/rutas.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { ArrowRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useConfig } from '../../../api/config.ts'
import { usePermission } from '../../../api/session.ts'
import { useToday } from '../../../api/useToday.ts'
import { RecordLoader } from '../../../form/RecordLoader.tsx'
import { lastListAddress } from '../../../list/lastAddress.ts'
import { rutaNameText } from '../../../trip/office/rutaNameText.ts'
import { useViajeAccess } from '../../../trip/office/useViajeAccess.ts'
import { ayudanteOf, clienteOf, pilotoOf, rutaWords } from '../../../trip/tripTexts.ts'
import { cx } from '../../../ui/cx.ts'
import { useClose } from '../../../ui/navigationGuard.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { useEscape } from '../../../ui/useEscape.ts'
import { RecordLink } from '../../shared/detail/DetailCard.tsx'
import { RecordTabs } from '../../shared/detail/RecordTabs.tsx'
import { lazyTab } from '../../shared/detail/Tabs.tsx'
import { FacturaOfRuta } from './FacturaOfRuta.tsx'
import { EstadoButton, RutaActions } from './RutaActions.tsx'

const Timeline = lazyTab(
  'la línea de tiempo',
  async () => (await import('./expediente/Timeline.tsx')).Timeline,
)
const RutaDineroTab = lazyTab('el dinero', async () => (await import('./RutaDineroTab.tsx')).RutaDineroTab)

/** Pages that open a trip: closing it navigates back to them. */
const returnPages = /^\/(reportes|dashboard|admin-dashboard|tablero|dinero|cobros|mostrar-\w+|ver-\w+)\b/

export function RutaDetail({ params: { id = '' } }: { params: Record<string, string> }) {
  const leave = useClose()
  const close = () => void leave(lastListAddress('/rutas'), returnPages)
  return (
    <RecordLoader<Ruta>
      line="GET /api/rutas/:id"
      id={id}
      title="Ruta"
      words={rutaWords}
      onBack={close}
      noteOf={rutaNameText}
    >
      {(ruta) => <RutaRecord ruta={ruta} close={close} />}
    </RecordLoader>
  )
}

function RutaRecord({ ruta, close }: { ruta: Ruta; close: () => void }) {
  useEscape(close)
  const access = useViajeAccess()
  const zona = useConfig()?.zona
  const seesDinero = usePermission()(calls['GET /api/movimientos'])
  const timeline = access.historial ? [{ label: 'Línea de tiempo', children: <Timeline ruta={ruta} /> }] : []
  const dinero = seesDinero ? [{ label: 'Dinero', children: <RutaDineroTab ruta={ruta} /> }] : []
  return (
    <>
      <PageHeading title={`Ruta ${stripRutaPrefix(ruta.no_ruta)}`}>
        <EstadoButton ruta={ruta} />
      </PageHeading>
      <div className="rounded-ui border border-line bg-card shadow-soft">
        <div className="grid gap-4 border-b border-line p-4 md:px-6">
          <RutaHeader ruta={ruta} precio={access.precio ? ruta.precio : undefined} />
          <FacturaOfRuta ruta_id={ruta.id} />
          <RutaActions ruta={ruta} access={access} close={close} />
        </div>
        <div className="grid gap-x-8 gap-y-6 p-4 md:px-6 xl:grid-cols-3">
          <DetailGroup title="Quiénes" parts={crewOf(ruta)} />
          <DetailGroup title="Carga" parts={loadOf(ruta)} />
          <div className="grid content-start gap-4">
            <DetailGroup title="Horario" parts={hoursOf(ruta, zona)} />
            <dl>
              <dt className="text-sm text-muted">Comentario</dt>
              <dd className={cx('wrap-anywhere whitespace-pre-line', !ruta.comentario && 'text-muted')}>
                {ruta.comentario ?? 'Sin comentarios'}
              </dd>
            </dl>
            <p className="text-sm text-muted">{zona && lastChangeText(ruta, zona)}</p>
          </div>
        </div>
      </div>
      <RecordTabs entidad="rutas" id={ruta.id} firstTabs={timeline} extraTabs={dinero} />
    </>
  )
}

const lastChangeText = ({ actualizado_en, modificado_por }: Ruta, zona: string) =>
  `Última modificación: ${formatMomento(actualizado_en, zona)}${modificado_por ? ` por ${modificado_por}` : ''}`

/** Returns 'miércoles 25/11, 09:45'; a date of another year includes the year. */
function whenOf(ruta: Ruta, hoy = '') {
  const [weekday] = fechaInWords(ruta.fecha).split(',')
  const isThisYear = hoy.slice(0, 4) === ruta.fecha.slice(0, 4)
  return `${weekday} ${formatFecha(ruta.fecha).slice(0, isThisYear ? 5 : 10)}, ${formatHora(ruta.hora)}`
}

function RutaHeader({ ruta, precio }: { ruta: Ruta; precio: number | undefined }) {
  const parts: [string, string][] = [
    ['Origen', ruta.origen],
    ['Destino', ruta.destino],
    ['Fecha y hora', whenOf(ruta, useToday())],
  ]
  if (precio !== undefined) parts.push(['Precio', formatQuetzales(precio)])
  return (
    <dl className="text-xl font-semibold wrap-anywhere *:inline">
      {parts.map(([label, value], index) => (
        <div key={label}>
          <dt className="sr-only">{label}</dt>
          <dd className="inline">
            {index === 1 && <ArrowRight aria-hidden="true" className="mx-2 inline size-5 text-muted" />}
            {index > 1 && <span aria-hidden="true"> · </span>}
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type DetailPart = readonly [label: string, value: ReactNode]

function crewOf(ruta: Ruta): DetailPart[] {
  const { cliente_id, chofer_id, ayudante_id, camion_id } = ruta
  const camion = `${ruta.camion_placa} · ${describeCamion(ruta.camion_marca, ruta.camion_modelo)}`
  return [
    ['Cliente', recordLink('/mostrar-clientes/:id', cliente_id, clienteOf(ruta))],
    ['Piloto', recordLink('/mostrar-choferes/:id', chofer_id, pilotoOf(ruta))],
    ['Ayudante', recordLink('/mostrar-ayudante/:id', ayudante_id, ayudanteOf(ruta))],
    ['Camión', recordLink('/mostrar-camiones/:id', camion_id, camion)],
  ]
}

/** Returns the trip's start and end. The server omits both for pilots. */
const hoursOf = ({ inicio, fin, ...ruta }: Ruta, zona: string | undefined): DetailPart[] =>
  inicio && fin && zona
    ? [
        ['Empieza', formatMomento(inicio, zona)],
        ['Termina', formatMomento(fin, zona)],
      ]
    : [['Empieza', `${formatFecha(ruta.fecha)} ${formatHora(ruta.hora)}`]]

const recordLink = (page: Parameters<typeof RecordLink>[0]['page'], id: number | null, name: string) => (
  <RecordLink page={page} id={id}>
    {name}
  </RecordLink>
)

/** Returns the fields of the load. A pilot gets no private ones. */
const loadOf = (ruta: Ruta): DetailPart[] =>
  loadNames(rutaFields).flatMap((name): DetailPart[] => {
    const value: unknown = ruta[name]
    if (value === undefined) return []
    const text = fieldText(rutaFields[name], value) ?? 'Sin dato'
    return [[rutaFields[name].label, name === 'combustible' ? galonesOf(ruta) : text]]
  })

const galonesOf = ({ combustible }: Ruta) =>
  combustible === null
    ? 'Sin dato'
    : `${combustible.toLocaleString('es-GT')} ${combustible === 1 ? 'galón' : 'galones'}`

function DetailGroup({ title, parts }: { title: string; parts: readonly DetailPart[] }) {
  return (
    <section>
      <h2 className="mb-2 border-b border-line pb-1 text-sm font-semibold text-muted">{title}</h2>
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] items-baseline gap-y-1.5">
        {parts.map(([label, value]) => (
          <Fragment key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
