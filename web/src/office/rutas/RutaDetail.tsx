import { fechaInWords } from '@flota/contract/calendario.ts'
import { fecha, hora, momento, quetzales, sinRuta } from '@flota/contract/format.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import { Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { lastAddressOf } from '../../api/cache/lastAddress.ts'
import { useEndpoint } from '../../api/cache/queries.ts'
import { RecordLoaded } from '../../form/RecordLoaded.tsx'
import { withId } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { useClose } from '../../ui/leaving.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Historial } from '../../viaje/office/Historial.tsx'
import { useViajeAccess } from '../../viaje/office/useViajeAccess.ts'
import { useEstado } from '../../viaje/ViajeEstado.tsx'
import { ayudanteOf, clienteOf, copyHref, pilotoOf, returnHref, rutaWords } from '../../viaje/words.ts'
import { DetailCard } from '../parts/DetailCard.tsx'
import { RecordParts } from '../parts/RecordParts.tsx'
import { Hoja } from './Hoja.tsx'
import { useRepetir } from './useRepetir.tsx'
import { Whatsapp } from './Whatsapp.tsx'

export function RutaDetail({ params: { id = '' } }: { params: Record<string, string> }) {
  const leave = useClose()
  const close = () => void leave(lastAddressOf('/rutas'), otherLists)
  return (
    <RecordLoaded<Ruta>
      line="GET /api/rutas/:id"
      id={id}
      title="Ruta"
      words={rutaWords}
      fields={14}
      onBack={close}
    >
      {(ruta) => <Record ruta={ruta} close={close} />}
    </RecordLoaded>
  )
}

const galonesOf = ({ combustible }: Ruta) =>
  combustible === null
    ? 'Sin dato'
    : `${combustible.toLocaleString('es-GT')} ${combustible === 1 ? 'galón' : 'galones'}`

/** Pairs stand side by side, and four of a kind in a line. */
function partsOf(ruta: Ruta, seePrecio: boolean): [string, ReactNode][] {
  const weekday = fechaInWords(ruta.fecha).split(',')[0]
  return [
    ['No. de ruta', ruta.no_ruta],
    ['Fecha y hora', `${fecha(ruta.fecha)} ${hora(ruta.hora)}, ${weekday}`],
    ['Origen', ruta.origen],
    ['Destino', ruta.destino],
    ['Cliente', clienteOf(ruta)],
    ...(seePrecio && ruta.precio !== undefined
      ? [['Precio', quetzales(ruta.precio)] satisfies [string, ReactNode]]
      : []),
    ['Servicio', ruta.servicio],
    ['Mercadería', ruta.mercaderia],
    ['Piloto', pilotoOf(ruta)],
    ['Ayudante', ayudanteOf(ruta)],
    ['Camión', `${ruta.camion_placa} · ${ruta.camion_marca} ${ruta.camion_modelo}`],
    ['Combustible', galonesOf(ruta)],
  ]
}

/** What else can be made of a trip. */
function Ways({ ruta }: { ruta: Ruta }) {
  const repetir = useRepetir()
  return (
    <>
      <Link href={copyHref(ruta.id)} className={buttonClass()}>
        Duplicar
      </Link>
      <Link href={returnHref(ruta.id)} className={buttonClass()}>
        Viaje de regreso
      </Link>
      <Button onClick={() => repetir.open(ruta)}>Repetir en otros días…</Button>
      {repetir.dialog}
    </>
  )
}

/** Lists that open a trip as well; closing it steps back there. */
const otherLists = /^\/(reportes|dashboard|admin-dashboard)\b/

function Record({ ruta, close }: { ruta: Ruta; close: () => void }) {
  const access = useViajeAccess()
  const zona = useEndpoint('GET /api/config').data?.data.zona
  return (
    <>
      <PageHeading title={`Ruta ${sinRuta(ruta.no_ruta)}`}>
        <Badge {...useEstado(ruta)} className="px-3! py-1! text-base!" />
      </PageHeading>
      <DetailCard
        parts={partsOf(ruta, access.precio)}
        layout="grid-cols-2 gap-x-4 gap-y-4 md:gap-x-6 xl:grid-cols-4"
        note={
          <p className="mr-auto text-sm text-muted max-md:flex-none! max-md:w-full">
            {zona && `Última modificación: ${momento(ruta.actualizado_en, zona)}`}
          </p>
        }
        ways={access.create && <Ways ruta={ruta} />}
        edit={access.edit && withId('/editar-ruta/:id', ruta.id)}
        onClose={close}
      >
        <div className="col-span-full">
          <dt className="text-sm text-muted">Comentario</dt>
          <dd className="wrap-anywhere whitespace-pre-line">{ruta.comentario ?? 'Sin comentarios'}</dd>
        </div>
      </DetailCard>
      <Out ruta={ruta} />
      <div
        className={cx('grid items-start gap-x-5', access.historial && 'xl:grid-cols-[minmax(0,1fr)_22rem]')}
      >
        <RecordParts entidad="rutas" id={ruta.id} />
        {access.historial && <Historial id={ruta.id} zona={zona} />}
      </div>
    </>
  )
}

/** The ways in which a trip leaves the office: on paper and as a message. */
function Out({ ruta }: { ruta: Ruta }) {
  const [printed, setPrinted] = useState<Ruta | null>(null)
  return (
    <div className="mt-4 flex flex-wrap items-start gap-3">
      <Button className="max-md:w-full" onClick={() => setPrinted(ruta)}>
        <Printer aria-hidden="true" className="size-4.5" />
        Imprimir hoja
      </Button>
      <Whatsapp ruta={ruta} />
      <Hoja ruta={printed} onClose={() => setPrinted(null)} />
    </div>
  )
}
