/** Addresses of a catalogue's pages. The later ones of `show` are aliases. */
export interface Screens {
  readonly list: `/${string}`
  readonly create: `/${string}`
  readonly edit: `/${string}/:id`
  readonly show: readonly [`/${string}/:id`, ...`/${string}/:id`[]]
}

/** Separate from the definitions, which the pilot page does not need. */
export const catalogueScreens = {
  choferes: {
    list: '/choferes',
    create: '/ingresar-choferes',
    edit: '/editar-choferes/:id',
    show: ['/mostrar-choferes/:id', '/ver-choferes/:id'],
  },
  ayudantes: {
    list: '/ayudantes',
    create: '/ingresar-ayudante',
    edit: '/editar-ayudantes/:id',
    show: ['/mostrar-ayudante/:id', '/ver-ayudantes/:id'],
  },
  clientes: {
    list: '/clientes',
    create: '/ingresar-clientes',
    edit: '/editar-clientes/:id',
    show: ['/mostrar-clientes/:id', '/ver-clientes/:id'],
  },
  camiones: {
    list: '/camiones',
    create: '/ingresar-camiones',
    edit: '/editar-camiones/:id',
    show: ['/mostrar-camiones/:id', '/ver-camiones/:id'],
  },
} as const satisfies Record<string, Screens>

export type CatalogueName = keyof typeof catalogueScreens
