import { diaInWords, todayIn } from '@flota/contract/core/dates.ts'
import { formatInteger, formatMomento } from '@flota/contract/core/format.ts'
import { Clock, TriangleAlert } from 'lucide-react'
import { usePolledEndpoint } from '../../../api/cache/queries.ts'
import { useConfig } from '../../../api/config.ts'
import { Badge, badgeColors } from '../../../ui/Badge.tsx'
import { Panel } from './Panel.tsx'
import { ageInWords } from './reportIncome.ts'

/** One hour more than the daily schedule; milliseconds. */
const staleAfterMs = 25 * 3_600_000

const alertLook = { Icon: TriangleAlert, color: badgeColors.red }

/** Shows the age of the last automatic backup; nothing if they are disabled. */
export function RespaldoPanel() {
  const zona = useConfig()?.zona
  const answer = usePolledEndpoint('GET /api/respaldo', {})
  if (answer.data?.data === null) return null
  return (
    <Panel title="Respaldo" answer={answer} minHeightRem={3} errorTitle="Error al cargar el respaldo">
      {({ data }, hoy) => {
        if (!data || !zona) return null
        const { hecho_en, error, archivos_faltan, fuera } = data
        const madeAt = Date.parse(hecho_en)
        const [, clock] = formatMomento(hecho_en, zona).split(' ')
        // Milliseconds by the browser's clock.
        const age = answer.dataUpdatedAt - madeAt
        return (
          <>
            <p className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1">
              <span>
                {error === null ? 'Último respaldo' : 'Último intento'}:{' '}
                <strong>
                  {diaInWords(todayIn(zona, madeAt), hoy)} {clock}
                </strong>
              </span>
              {error === null && age > staleAfterMs ? (
                <Badge Icon={Clock} color={badgeColors.yellow}>
                  {ageInWords(age)}
                </Badge>
              ) : (
                <span className="text-muted">{ageInWords(age)}</span>
              )}
              {error !== null && <Badge {...alertLook}>Falló</Badge>}
            </p>
            {error !== null && <p className="mt-2 wrap-anywhere">{error}</p>}
            {archivos_faltan > 0 && <MissingFiles archivos={archivos_faltan} />}
            {fuera && <OffsiteStatus {...fuera} now={answer.dataUpdatedAt} />}
          </>
        )
      }}
    </Panel>
  )
}

interface OffsiteCopy {
  hecho_en: string | null
  error: string | null
  /** Milliseconds. */
  now: number
}

/** Shows the state of the offsite copies. A recent failure shows no error, because the server retries it. */
function OffsiteStatus({ hecho_en, error, now }: OffsiteCopy) {
  const age = hecho_en === null ? null : now - Date.parse(hecho_en)
  if (error !== null && (age === null || age > staleAfterMs)) {
    return (
      <div className="mt-2">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge {...alertLook}>
            {age === null ? 'Sin copia fuera' : `Sin copia fuera desde ${ageInWords(age)}`}
          </Badge>
        </p>
        <p className="mt-2 wrap-anywhere">{error}</p>
      </div>
    )
  }
  return (
    <p className="text-muted mt-2">
      {age === null ? 'Aún sin copia fuera' : `Copia fuera ${ageInWords(age)}`}
    </p>
  )
}

function MissingFiles({ archivos }: { archivos: number }) {
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge {...alertLook}>
        {archivos === 1 ? 'Falta 1 archivo' : `Faltan ${formatInteger(archivos)} archivos`}
      </Badge>
      <span>
        {archivos === 1
          ? 'Una foto o un papel ya no está completo en el disco.'
          : 'Fotos o papeles que ya no están completos en el disco.'}{' '}
        Avisa a quien instaló el programa.
      </span>
    </p>
  )
}
