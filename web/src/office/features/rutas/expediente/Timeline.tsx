import { calls } from '@flota/contract/core/calls.ts'
import { formatMomento } from '@flota/contract/core/format.ts'
import type { Expediente } from '@flota/contract/trips/expedientes.ts'
import type { Incidente } from '@flota/contract/trips/incidentes.ts'
import { useState } from 'react'
import { messageOf } from '../../../../api/ApiError.ts'
import { useEndpoint, useSave } from '../../../../api/cache/queries.ts'
import { useConfig } from '../../../../api/config.ts'
import { download, saveFile } from '../../../../api/download.ts'
import { usePermission } from '../../../../api/session.ts'
import { confirmAndRun } from '../../../../list/table/rowActions.ts'
import { Button } from '../../../../ui/Button.tsx'
import { LoadError } from '../../../../ui/LoadError.tsx'
import { OlderPages } from '../../../../ui/OlderPages.tsx'
import { showResult } from '../../../../ui/ResultPopup.tsx'
import { Loading } from '../../../../ui/Skeleton.tsx'
import { lazyDialog } from '../../../shared/lazyDialog.tsx'
import { type ExpedienteFormRequest, esperaText, faltaText } from './expedienteTexts.ts'
import { TimelineEntries } from './TimelineEntries.tsx'

const ExpedienteForm = lazyDialog(async () => (await import('../form/ExpedienteForm.tsx')).ExpedienteForm)

interface Props {
  ruta: { id: number; fecha: string; no_ruta: string }
}

/** Shows the trip's events and waiting times, with the edit forms for permitted users. */
export function Timeline({ ruta }: Props) {
  const [pagina, setPagina] = useState(1)
  const answer = useEndpoint('GET /api/rutas/:id/expediente', { params: { id: ruta.id }, query: { pagina } })
  const zona = useConfig()?.zona
  const expediente = answer.data?.data
  return (
    <>
      <LoadError title="Error al cargar la línea de tiempo" query={answer} />
      {!(expediente && zona) && !answer.error && <Loading label="Cargando línea de tiempo…" />}
      {expediente && zona && <LoadedTimeline {...{ ruta, expediente, zona, pagina }} />}
      {expediente && (
        <OlderPages
          pagina={pagina}
          total={Math.max(expediente.total.linea, expediente.total.incidentes)}
          onPage={setPagina}
        />
      )}
    </>
  )
}

interface LoadedTimelineProps extends Props {
  expediente: Expediente
  zona: string
  pagina: number
}

function LoadedTimeline({ ruta, expediente, zona, pagina }: LoadedTimelineProps) {
  const mayEdit = usePermission()(calls['PUT /api/rutas/:id/entrega'])
  const [request, setRequest] = useState<ExpedienteFormRequest | null>(null)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-3">
        {mayEdit && (
          <>
            <Button onClick={() => setRequest('entrega')}>Entrega</Button>
            <Button onClick={() => setRequest('tiempos')}>Horas</Button>
            <Button onClick={() => setRequest({ incidente: null })}>Nuevo incidente</Button>
          </>
        )}
        <ShareDeliveryButton ruta={ruta} />
      </div>
      <TimelineSummary expediente={expediente} />
      <TimelineEntries ruta_id={ruta.id} linea={expediente.linea} zona={zona} />
      {mayEdit && expediente.incidentes.length > 0 && (
        <IncidentList ruta={ruta.id} incidentes={expediente.incidentes} zona={zona} ask={setRequest} />
      )}
      {request && (
        <ExpedienteForm {...{ request, ruta, expediente, zona, pagina }} onClose={() => setRequest(null)} />
      )}
    </div>
  )
}

function TimelineSummary({ expediente: { espera, tiempos, falta } }: { expediente: Expediente }) {
  const { llegada_carga, salida_carga, llegada_descarga, salida_descarga } = tiempos
  const rows = [
    ['Espera al cargar', esperaText(espera.carga, llegada_carga && salida_carga)],
    ['Espera al descargar', esperaText(espera.descarga, llegada_descarga && salida_descarga)],
    ['Evidencia', faltaText(falta)],
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

interface IncidentListProps {
  ruta: number
  incidentes: readonly Incidente[]
  zona: string
  ask: (request: ExpedienteFormRequest) => void
}

function IncidentList({ ruta, incidentes, zona, ask }: IncidentListProps) {
  const remove = useSave('DELETE /api/rutas/:id/incidentes/:iid')
  return (
    <section aria-label="Incidentes" className="grid gap-2 border-t border-line pt-4">
      <h3 className="font-semibold">Incidentes</h3>
      <ul className="grid gap-2">
        {incidentes.map(({ id, version, causa, desde, hasta }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="grow">
              {causa} · {formatMomento(desde, zona)} – {hasta ? formatMomento(hasta, zona) : 'abierto'}
            </span>
            <span className="flex gap-2">
              <Button onClick={() => ask({ incidente: id })} aria-label={`Editar incidente: ${causa}`}>
                Editar
              </Button>
              <Button
                aria-label={`Eliminar incidente: ${causa}`}
                onClick={() =>
                  void confirmAndRun({
                    question: '¿Deseas eliminar este incidente?',
                    detail: `${causa} · ${formatMomento(desde, zona)}`,
                    act: () => remove({ params: { id: ruta, iid: id }, query: { version } }),
                    type: 'delete',
                    errorMessage: (cause) => cause || 'Error al eliminar el incidente',
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

/** Shares the proof of delivery through the browser, or saves it if the browser can't share files. */
function ShareDeliveryButton({ ruta }: { ruta: { id: number; no_ruta: string } }) {
  const [busy, setBusy] = useState(false)
  const share = async () => {
    setBusy(true)
    try {
      const { name, file } = await download(
        'GET /api/rutas/:id/entrega/hoja',
        { params: { id: ruta.id } },
        () => undefined,
      )
      const files = [new File([file], name, { type: file.type })]
      // Browsers disable sharing over plain http.
      if ('canShare' in navigator && navigator.canShare({ files }))
        await navigator.share({ files, title: `Entrega ${ruta.no_ruta}` })
      else saveFile(name, file)
    } catch (error) {
      // AbortError: the user closed the system's share dialog.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        await showResult('error', messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} onClick={() => void share()}>
      Compartir entrega
    </Button>
  )
}
