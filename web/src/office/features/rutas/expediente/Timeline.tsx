import { calls } from '@flota/contract/calls.ts'
import type { Expediente, Hito } from '@flota/contract/expedientes.ts'
import { momento } from '@flota/contract/format.ts'
import type { Incidente } from '@flota/contract/incidentes.ts'
import { useState } from 'react'
import { useEndpoint, useSave } from '../../../../api/cache/queries.ts'
import { useConfig } from '../../../../api/config.ts'
import { useMay } from '../../../../api/usePermission.ts'
import { askAndTell } from '../../../../list/table/rowActions.ts'
import { HechoYRecibido } from '../../../../trip/office/HistorialSection.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { LoadError } from '../../../../ui/LoadError.tsx'
import { Loading } from '../../../../ui/Skeleton.tsx'
import { useOnDemand } from '../../../../ui/useLazyModule.ts'
import { type ExpedienteAsked, esperaInWords, faltaInWords } from './expedienteTexts.ts'
import { CompartirEntrega } from './ShareDeliveryButton.tsx'

interface Props {
  ruta: { id: number; fecha: string; no_ruta: string }
}

/** What happened on a trip, in its order, with what is waited, what proves it and, for who may, the forms of its parts. */
export function LineaDeTiempo({ ruta }: Props) {
  const answer = useEndpoint('GET /api/rutas/:id/expediente', { params: { id: ruta.id } })
  const zona = useConfig()?.zona
  const expediente = answer.data?.data
  return (
    <>
      <LoadError title="Error al cargar la línea de tiempo" of={answer} />
      {!(expediente && zona) && !answer.error && <Loading label="Cargando línea de tiempo…" />}
      {expediente && zona && <Loaded ruta={ruta} expediente={expediente} zona={zona} />}
    </>
  )
}

function Loaded({ ruta, expediente, zona }: Props & { expediente: Expediente; zona: string }) {
  const mayEdit = useMay()(calls['PUT /api/rutas/:id/entrega'])
  const [asked, ask] = useState<ExpedienteAsked | null>(null)
  const close = () => ask(null)
  const forms = useOnDemand(
    asked !== null,
    'el formulario',
    () => import('../form/ExpedienteForm.tsx'),
    close,
  )
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-3">
        {mayEdit && (
          <>
            <Button onClick={() => ask('entrega')}>Entrega</Button>
            <Button onClick={() => ask('tiempos')}>Horas</Button>
            <Button onClick={() => ask({ incidente: null })}>Nuevo incidente</Button>
          </>
        )}
        <CompartirEntrega ruta={ruta} />
      </div>
      <Resumen expediente={expediente} />
      <ol className="ml-2 grid gap-4 border-l-2 border-line">
        {expediente.linea.map((hito, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no id, and nothing in it is typed into.
          <Punto key={index} hito={hito} zona={zona} />
        ))}
      </ol>
      {mayEdit && expediente.incidentes.length > 0 && (
        <Incidentes ruta={ruta.id} of={expediente.incidentes} zona={zona} ask={ask} />
      )}
      {asked && forms && (
        <forms.ExpedienteForm asked={asked} ruta={ruta} expediente={expediente} zona={zona} onClose={close} />
      )}
    </div>
  )
}

/** How long the truck waited, and what the client still asks for. */
function Resumen({ expediente: { espera, falta } }: { expediente: Expediente }) {
  const rows = [
    ['Espera al cargar', espera.carga && esperaInWords(espera.carga)],
    ['Espera al descargar', espera.descarga && esperaInWords(espera.descarga)],
    ['Evidencia', faltaInWords(falta)],
  ].filter(([, value]) => value)
  return (
    rows.length > 0 && (
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    )
  )
}

/** Of these something is late or wrong. */
const isBad = ({ clase, texto }: Hito) => clase === 'incidente' || texto.endsWith('Incidente')

function Punto({ hito, zona }: { hito: Hito; zona: string }) {
  const { momento: at, recibido, dudosa, texto, detalle, usuario } = hito
  return (
    <li className="relative pl-5">
      <span
        aria-hidden="true"
        className={`absolute top-2 -left-[7px] size-3 rounded-full border-2 border-card ${isBad(hito) ? 'bg-danger' : 'bg-field'}`}
      />
      <p className="font-semibold wrap-anywhere">{texto}</p>
      {detalle && <p className="wrap-anywhere whitespace-pre-line">{detalle}</p>}
      <p className="mt-0.5 text-sm text-muted">
        {momento(at, zona)}
        {usuario && ` · ${usuario}`}
      </p>
      <HechoYRecibido hecho={at} recibido={recibido} dudosa={dudosa} zona={zona} />
    </li>
  )
}

interface IncidentesProps {
  ruta: number
  of: readonly Incidente[]
  zona: string
  ask: (asked: ExpedienteAsked) => void
}

/** Each incident with its form and the way to the bin. */
function Incidentes({ ruta, of, zona, ask }: IncidentesProps) {
  const remove = useSave('DELETE /api/rutas/:id/incidentes/:iid')
  return (
    <section aria-label="Incidentes" className="grid gap-2 border-t border-line pt-4">
      <h3 className="font-semibold">Incidentes</h3>
      <ul className="grid gap-2">
        {of.map(({ id, version, causa, desde, hasta }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="grow">
              {causa} · {momento(desde, zona)} – {hasta ? momento(hasta, zona) : 'abierto'}
            </span>
            <span className="flex gap-2">
              <Button onClick={() => ask({ incidente: id })} aria-label={`Editar incidente: ${causa}`}>
                Editar
              </Button>
              <Button
                aria-label={`Eliminar incidente: ${causa}`}
                onClick={() =>
                  void askAndTell({
                    question: '¿Deseas eliminar este incidente?',
                    detail: `${causa} · ${momento(desde, zona)}`,
                    act: () => remove({ params: { id: ruta, iid: id }, query: { version } }),
                    type: 'delete',
                    failed: (cause) => cause || 'Error al eliminar el incidente',
                  })
                }
              >
                Eliminar
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
