import type { Vista } from '@flota/contract/account/vistas.ts'
import { Bookmark, BookmarkPlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useEndpointIf, useSave } from '../../api/cache/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { defaultValue, readFilter } from '../filters.ts'
import { Menu, type MenuAction } from '../Menu.tsx'
import { confirmAndRun } from '../table/rowActions.ts'
import type { ListAddress } from '../useListAddress.ts'
import { SaveViewDialog } from './SaveViewDialog.tsx'

/** Lists at one path differ by `vista`. */
function useListKey() {
  const [path] = useLocation()
  const [search] = useSearchParams()
  const tab = search.get('vista')
  return tab ? `${path}?vista=${tab}` : path
}

/** Returns the query string of the filters that differ from their defaults. */
const filtersOf = ({ filters, values }: ListAddress) =>
  new URLSearchParams(
    Object.entries(filters).flatMap(([name, filter]) => {
      const value = values[name] ?? ''
      return value === defaultValue(filter) ? [] : [[name, value]]
    }),
  ).toString()

/** Menu of the user's own views of the list. Loads them when the button is pointed at, focused or pressed. */
export function SavedViews({ address }: { address: ListAddress }) {
  const lista = useListKey()
  const [wanted, setWanted] = useState(false)
  const [isNaming, setNaming] = useState(false)
  const { data } = useEndpointIf('GET /api/vistas', wanted ? { query: { lista } } : null)
  const remove = useSave('DELETE /api/vistas/:id')
  const views = data?.data ?? []
  const current = filtersOf(address)
  const apply = ({ filtros }: Vista) => {
    const saved = new URLSearchParams(filtros)
    address.change(
      Object.fromEntries(
        Object.entries(address.filters).map(([name, filter]) => [
          name,
          readFilter(filter, saved.get(name) ?? ''),
        ]),
      ),
    )
  }
  const askRemove = ({ id, nombre }: Vista) =>
    void confirmAndRun({
      question: `¿Deseas eliminar la vista «${nombre}»?`,
      type: 'delete',
      act: () => remove({ params: { id } }),
      errorMessage: (cause) => cause || 'Error al eliminar la vista',
    })
  const actions: MenuAction[] = [
    ...views.map((view) => ({ label: view.nombre, Icon: Bookmark, onSelect: () => apply(view) })),
    {
      label: current ? 'Guardar estos filtros…' : 'Elige filtros para guardarlos',
      Icon: BookmarkPlus,
      onSelect: () => setNaming(current !== ''),
    },
    ...(views.length > 0
      ? [
          {
            label: 'Eliminar una vista',
            Icon: Trash2,
            danger: true,
            next: views.map((view) => ({
              label: view.nombre,
              Icon: Trash2,
              danger: true,
              onSelect: () => askRemove(view),
            })),
          },
        ]
      : []),
  ]
  return (
    <>
      <div className="max-md:grow" onFocus={() => setWanted(true)} onPointerEnter={() => setWanted(true)}>
        <Menu
          actions={actions}
          trigger={(attributes) => (
            <Button {...attributes} className="max-md:w-full">
              <Bookmark aria-hidden="true" className="size-4.5" />
              Mis vistas
            </Button>
          )}
        />
      </div>
      {isNaming && (
        <SaveViewDialog lista={lista} filtros={current} views={views} onClose={() => setNaming(false)} />
      )}
    </>
  )
}
