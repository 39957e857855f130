import { fechaInWords } from '@flota/contract/calendar.ts'
import { calls } from '@flota/contract/calls.ts'
import { fecha, hora, momento, quetzales, sinRuta } from '@flota/contract/format.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import { ArrowRight } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { useConfig } from '../../../api/config.ts'
import { useMay } from '../../../api/usePermission.ts'
import { useToday } from '../../../api/useToday.ts'
import { RecordLoaded } from '../../../form/RecordLoader.tsx'
import { lastAddressOf } from '../../../list/lastAddress.ts'
import { HistorialSection } from '../../../trip/office/HistorialSection.tsx'
import { useViajeAccess } from '../../../trip/office/useViajeAccess.ts'
import { ayudanteOf, clienteOf, pilotoOf, rutaWords } from '../../../trip/tripTexts.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useClose } from '../../../ui/navigationGuard.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { Loading } from '../../../ui/Skeleton.tsx'
import { useEscape } from '../../../ui/useEscape.ts'
import { useOnDemand } from '../../../ui/useLazyModule.ts'
import { RecordLink } from '../../shared/detail/RecordLink.tsx'
import { RecordParts } from '../../shared/detail/RecordTabs.tsx'
import { EstadoButton, RutaActions } from './RutaActions.tsx'

/** Other lists that open a trip, and records that lead to it: closing it steps back there. */
const others = /^\/(reportes|dashboard|admin-dashboard|tablero|dinero|mostrar-\w+|ver-\w+)\b/

export function RutaDetail({ params: { id = '' } }: { params: Record<string, string> }) {
  const leave = useClose()
  const close = () => void leave(lastAddressOf('/rutas'), others)
  return (
    <RecordLoaded<Ruta> line="GET /api/rutas/:id" id={id} title="Ruta" words={rutaWords} onBack={close}>
      {(ruta) => <Record ruta={ruta} close={close} />}
    </RecordLoaded>
  )
}

function Record({ ruta, close }: { ruta: Ruta; close: () => void }) {
  useEscape(close)
  const access = useViajeAccess()
  const zona = useConfig()?.zona
  const seesDinero = useMay()(calls['GET /api/movimientos'])
  const tabs = [
    ...(access.historial ? [{ label: 'Línea de tiempo', children: <LineaTab ruta={ruta} /> }] : []),
    ...(seesDinero ? [{ label: 'Dinero', children: <DineroOfRuta ruta={ruta} /> }] : []),
  ]
  return (
    <>
      <PageHeading title={`Ruta ${sinRuta(ruta.no_ruta)}`}>
        <EstadoButton ruta={ruta} />
      </PageHeading>
      <div className="rounded-ui border border-line bg-card shadow-soft">
        <div className="grid gap-4 border-b border-line p-4 md:px-6">
          <Head ruta={ruta} precio={access.precio ? ruta.precio : undefined} />
          <RutaActions ruta={ruta} access={access} close={close} />
        </div>
        <div className="grid gap-x-8 gap-y-6 p-4 md:px-6 xl:grid-cols-3">
          <Group title="Quiénes" parts={crewOf(ruta)} />
          <Group
            title="Carga"
            parts={[
              ['Servicio', ruta.servicio],
              ['Mercadería', ruta.mercaderia],
              ['Combustible', galonesOf(ruta)],
            ]}
          />
          <div className="grid content-start gap-4">
            <Group title="Horario" parts={hoursOf(ruta, zona)} />
            <dl>
              <dt className="text-sm text-muted">Comentario</dt>
              <dd className={cx('wrap-anywhere whitespace-pre-line', !ruta.comentario && 'text-muted')}>
                {ruta.comentario ?? 'Sin comentarios'}
              </dd>
            </dl>
            <p className="text-sm text-muted">{zona && changeOf(ruta, zona)}</p>
          </div>
        </div>
      </div>
      <div
        className={cx('grid items-start gap-x-5', access.historial && 'xl:grid-cols-[minmax(0,1fr)_22rem]')}
      >
        <RecordParts entidad="rutas" id={ruta.id} more={tabs} />
        {access.historial && <HistorialSection id={ruta.id} zona={zona} />}
      </div>
    </>
  )
}

/** With its forms it is loaded when it is first shown. */
function LineaTab({ ruta }: { ruta: Ruta }) {
  const [wanted, setWanted] = useState(true)
  const loaded = useOnDemand(
    wanted,
    'la línea de tiempo',
    () => import('./expediente/Timeline.tsx'),
    () => setWanted(false),
  )
  if (loaded) return <loaded.LineaDeTiempo ruta={ruta} />
  if (wanted) return <Loading label="Cargando línea de tiempo…" />
  return <Button onClick={() => setWanted(true)}>Reintentar</Button>
}

/** Likewise. */
function DineroOfRuta({ ruta }: { ruta: Ruta }) {
  const [wanted, setWanted] = useState(true)
  const loaded = useOnDemand(
    wanted,
    'el dinero',
    () => import('./RutaDineroTab.tsx'),
    () => setWanted(false),
  )
  if (loaded) return <loaded.DineroTab ruta={ruta} />
  if (wanted) return <Loading label="Cargando dinero…" />
  return <Button onClick={() => setWanted(true)}>Reintentar</Button>
}

const changeOf = ({ actualizado_en, modificado_por }: Ruta, zona: string) =>
  `Última modificación: ${momento(actualizado_en, zona)}${modificado_por ? ` por ${modificado_por}` : ''}`

/** 'miércoles 25/11, 09:45', of another year with that. */
function whenOf(ruta: Ruta, hoy = '') {
  const [weekday] = fechaInWords(ruta.fecha).split(',')
  const isThisYear = hoy.slice(0, 4) === ruta.fecha.slice(0, 4)
  return `${weekday} ${fecha(ruta.fecha).slice(0, isThisYear ? 5 : 10)}, ${hora(ruta.hora)}`
}

/** Where, when and for how much: what a trip is known by. */
function Head({ ruta, precio }: { ruta: Ruta; precio: number | undefined }) {
  const parts: [string, string][] = [
    ['Origen', ruta.origen],
    ['Destino', ruta.destino],
    ['Fecha y hora', whenOf(ruta, useToday())],
  ]
  if (precio !== undefined) parts.push(['Precio', quetzales(precio)])
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

type Part = readonly [label: string, value: ReactNode]

function crewOf(ruta: Ruta): Part[] {
  const { cliente_id, chofer_id, ayudante_id, camion_id } = ruta
  const camion = `${ruta.camion_placa} · ${ruta.camion_marca} ${ruta.camion_modelo}`
  return [
    ['Cliente', linkTo('/mostrar-clientes/:id', cliente_id, clienteOf(ruta))],
    ['Piloto', linkTo('/mostrar-choferes/:id', chofer_id, pilotoOf(ruta))],
    ['Ayudante', linkTo('/mostrar-ayudante/:id', ayudante_id, ayudanteOf(ruta))],
    ['Camión', linkTo('/mostrar-camiones/:id', camion_id, camion)],
  ]
}

/** How long it takes its truck and people; a pilot is not told. */
const hoursOf = ({ inicio, fin, ...ruta }: Ruta, zona: string | undefined): Part[] =>
  inicio && fin && zona
    ? [
        ['Empieza', momento(inicio, zona)],
        ['Termina', momento(fin, zona)],
      ]
    : [['Empieza', `${fecha(ruta.fecha)} ${hora(ruta.hora)}`]]

const linkTo = (page: Parameters<typeof RecordLink>[0]['page'], id: number | null, name: string) => (
  <RecordLink page={page} id={id}>
    {name}
  </RecordLink>
)

const galonesOf = ({ combustible }: Ruta) =>
  combustible === null
    ? 'Sin dato'
    : `${combustible.toLocaleString('es-GT')} ${combustible === 1 ? 'galón' : 'galones'}`

function Group({ title, parts }: { title: string; parts: readonly Part[] }) {
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
