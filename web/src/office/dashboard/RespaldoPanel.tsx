import { diaInWords, todayIn } from '@flota/contract/dias.ts'
import { momento } from '@flota/contract/format.ts'
import { Clock, TriangleAlert } from 'lucide-react'
import { useLive } from '../../api/cache/queries.ts'
import { useConfig } from '../../api/empresa.ts'
import { Badge, badgeColors } from '../../ui/Badge.tsx'
import { ageInWords } from './figures.ts'
import { Panel } from './Panel.tsx'

/** Where one a day is made, an hour more than that; in milliseconds. */
const oldAge = 25 * 3_600_000

/** How old the newest own backup is; nothing where the program makes none. */
export function RespaldoPanel() {
  const zona = useConfig()?.zona
  const answer = useLive('GET /api/respaldo', {})
  if (answer.data?.data === null) return null
  return (
    <Panel title="Respaldo" answer={answer} room={3} failed="Error al cargar el respaldo">
      {({ data }, hoy) => {
        if (!data || !zona) return null
        const { hecho_en, error } = data
        const made = Date.parse(hecho_en)
        const [, clock] = momento(hecho_en, zona).split(' ')
        // In milliseconds; read by this machine's clock.
        const age = answer.dataUpdatedAt - made
        return (
          <>
            <p className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1">
              <span>
                {error === null ? 'Último respaldo' : 'Último intento'}:{' '}
                <strong>
                  {diaInWords(todayIn(zona, made), hoy)} {clock}
                </strong>
              </span>
              {error === null && age > oldAge ? (
                <Badge Icon={Clock} color={badgeColors.yellow}>
                  {ageInWords(age)}
                </Badge>
              ) : (
                <span className="text-muted">{ageInWords(age)}</span>
              )}
              {error !== null && (
                <Badge Icon={TriangleAlert} color={badgeColors.red}>
                  Falló
                </Badge>
              )}
            </p>
            {error !== null && <p className="mt-2 wrap-anywhere">{error}</p>}
          </>
        )
      }}
    </Panel>
  )
}
