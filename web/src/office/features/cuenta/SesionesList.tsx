import { formatMomento } from '@flota/contract/core/format.ts'
import { CircleCheck, LogOut } from 'lucide-react'
import { useEndpoint, useSave } from '../../../api/cache/queries.ts'
import type { AnswerOf } from '../../../api/call.ts'
import { useConfig } from '../../../api/config.ts'
import type { Column } from '../../../list/table/column.tsx'
import { confirmAndRun } from '../../../list/table/rowActions.ts'
import { Table } from '../../../list/table/Table.tsx'
import { logOut } from '../../../shell/logOut.ts'
import { Badge, badgeColors } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { column, oneLineColumn } from '../../shared/columns.ts'

type Sesion = AnswerOf<'GET /api/auth/sesiones'>['data'][number]

const nameOf = ({ navegador }: Sesion) => (navegador === 'Otro' ? 'Otro programa' : navegador)

export function SesionesList() {
  const answer = useEndpoint('GET /api/auth/sesiones')
  const close = useSave('DELETE /api/auth/sesiones/:id')
  const closeOthers = useSave('DELETE /api/auth/sesiones')
  const zona = useConfig()?.zona
  const { data, error, isPlaceholderData } = answer
  const others = data ? data.count - 1 : 0
  const endOthers = () =>
    confirmAndRun({
      question: '¿Deseas cerrar tus demás sesiones?',
      detail: 'Donde estén abiertas habrá que iniciar sesión otra vez.',
      act: closeOthers,
      errorMessage: (cause) => cause || 'Error al cerrar las sesiones',
    })
  return (
    <section>
      <header className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-bold tracking-tight">Sesiones abiertas</h2>
        {others > 0 && <Button onClick={() => void endOthers()}>Cerrar las demás</Button>}
      </header>
      <div className="rounded-ui border border-line bg-card shadow-soft">
        {error && (
          <div className="p-4">
            <LoadError title="Error al cargar las sesiones" query={answer} />
          </div>
        )}
        {(data ?? !error) && (
          <Table
            label="Sesiones abiertas"
            columns={columnsIn(zona)}
            rows={data?.data}
            stale={isPlaceholderData}
            expected={2}
            nameOf={nameOf}
            actions={[
              {
                label: 'Cerrar esta sesión',
                Icon: LogOut,
                when: ({ actual }) => actual,
                act: () => void logOut(),
              },
              {
                label: 'Cerrar sesión',
                Icon: LogOut,
                danger: true,
                when: ({ actual }) => !actual,
                ask: (sesion) => ({
                  question: `¿Deseas cerrar la sesión de ${nameOf(sesion)}?`,
                  detail: 'Si no la reconoces, cambia también tu contraseña.',
                  act: () => close({ params: { id: sesion.id } }),
                  errorMessage: (cause) => cause || 'Error al cerrar la sesión',
                }),
              },
            ]}
          />
        )}
      </div>
    </section>
  )
}

const columnsIn = (zona: string | undefined): Column<Sesion>[] => [
  column('Navegador', 'title', 14, nameOf),
  {
    label: 'Cuál',
    phone: 'badge',
    width: 8,
    oneLine: true,
    none: 'Otra sesión',
    cell: ({ actual }) =>
      actual && (
        <Badge Icon={CircleCheck} color={badgeColors.green}>
          Esta sesión
        </Badge>
      ),
  },
  column('Dirección', 'labelled', 12, ({ direccion }) => direccion),
  oneLineColumn('Último uso', 'labelled', 10, ({ usada_en }) => zona && formatMomento(usada_en, zona)),
  oneLineColumn('Abierta desde', 'labelled', 10, ({ creada_en }) => zona && formatMomento(creada_en, zona)),
]
