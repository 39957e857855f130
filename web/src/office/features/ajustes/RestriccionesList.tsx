import { formatFecha, formatHora } from '@flota/contract/core/format.ts'
import { formatCampo } from '@flota/contract/records/campos.ts'
import { CircleCheck, CircleSlash, History } from 'lucide-react'
import { Link } from 'wouter'
import { useEndpoint } from '../../../api/cache/queries.ts'
import type { AnswerOf } from '../../../api/call.ts'
import type { ListProps } from '../../../list/listWithForm.tsx'
import type { Column } from '../../../list/table/column.tsx'
import { editAction } from '../../../list/table/rowActions.ts'
import { Table } from '../../../list/table/Table.tsx'
import { Badge, badgeColors } from '../../../ui/Badge.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { cambiosHref } from '../../shared/cambios/hrefs.ts'
import { column, oneLineColumn } from '../../shared/columns.ts'
import { useRemoveAction } from '../../shared/useRemoveAction.ts'

type Restriccion = AnswerOf<'GET /api/restricciones'>['data'][number]

export function RestriccionesList({ formOf }: ListProps) {
  const answer = useEndpoint('GET /api/restricciones')
  const { data, error, isPlaceholderData } = answer
  const remove = useRemoveAction(
    'DELETE /api/restricciones/:id',
    'Error al eliminar la restricción',
    ({ nombre }: Restriccion) => ({ question: `¿Deseas eliminar la restricción «${nombre}»?` }),
  )
  const isEmpty = data?.data.length === 0
  return (
    <section>
      <header className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-bold tracking-tight">Restricciones</h2>
        <Link href={formOf(null)} className={buttonClass()}>
          + Ingresar Restricción
        </Link>
      </header>
      <div className="rounded-ui border border-line bg-card shadow-soft">
        {error && (
          <div className="p-4">
            <LoadError title="Error al cargar las restricciones" query={answer} />
          </div>
        )}
        {isEmpty && (
          <EmptyState text="Todavía no hay restricciones. Aquí se anota cuándo no se puede circular, y con qué carga sí." />
        )}
        {!isEmpty && (data ?? !error) && (
          <Table
            label="Restricciones"
            columns={columnsFor(formOf)}
            rows={data?.data}
            stale={isPlaceholderData}
            expected={2}
            nameOf={({ nombre }: Restriccion) => nombre}
            actions={[
              { ...editAction, to: ({ id }) => formOf(id) },
              { label: 'Cambios', Icon: History, to: ({ id }) => cambiosHref('restricciones', id) },
              remove,
            ]}
          />
        )}
      </div>
    </section>
  )
}

const columnsFor = (formOf: ListProps['formOf']): Column<Restriccion>[] => [
  column('Nombre', 'title', 14, ({ nombre }) => nombre, { href: ({ id }) => formOf(id) }),
  column('Cuándo', 'line', 22, whenOf),
  column('Carga exenta', 'labelled', 16, ({ palabras_exentas }) => palabras_exentas?.join(', ')),
  oneLineColumn('Activa', 'badge', 8, ({ activo }) => <ActivaBadge activo={activo} />),
]

/** Returns 'lunes, martes de 06:00 a 09:00', or the range between two moments. */
function whenOf({ desde, hasta, dias_semana, hora_desde, hora_hasta }: Restriccion): string {
  if (!dias_semana)
    return `Del ${formatFecha(desde ?? '')} ${formatHora(hora_desde ?? '00:00')} al ${formatFecha(hasta ?? '')} ${formatHora(hora_hasta ?? '24:00')}`
  const hours = `de ${formatHora(hora_desde ?? '')} a ${formatHora(hora_hasta ?? '')}`
  const from = desde && `desde el ${formatFecha(desde)}`
  const to = hasta && `hasta el ${formatFecha(hasta)}`
  return [formatCampo('dias_semana', dias_semana), hours, from, to].filter(Boolean).join(' ')
}

const ActivaBadge = ({ activo }: { activo: boolean }) => (
  <Badge Icon={activo ? CircleCheck : CircleSlash} color={activo ? badgeColors.green : badgeColors.grey}>
    {activo ? 'Activa' : 'Inactiva'}
  </Badge>
)
