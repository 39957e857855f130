import { catalogues, isCatalogue } from '@flota/contract/catalogues.ts'
import { catalogueCalls } from '@flota/contract/endpoints.ts'
import { mantenimientos } from '@flota/contract/mantenimientos.ts'
import type { PapeleraTipo } from '@flota/contract/papelera.ts'
import { restricciones } from '@flota/contract/restricciones.ts'
import { rutas } from '@flota/contract/rutas.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { usuarios } from '@flota/contract/usuarios.ts'
import type { z } from 'zod'
import { nameOf } from '../db/byName.ts'

interface Kind {
  /** How the bin calls a record: SQL over its table. */
  nombre: string
  notFound: string
  /** A restored record leaves in the shape of its own GET, and with nothing else. */
  data: z.ZodType<Record<string, unknown>>
}

const others: Record<Exclude<PapeleraTipo, keyof typeof catalogues>, Kind> = {
  rutas: { nombre: 'no_ruta', notFound: sentences.unknownRuta, data: rutas.show.data },
  mantenimientos: {
    nombre: '(select placa from camiones where camiones.id = camion_id)',
    notFound: sentences.unknownMantenimiento,
    data: mantenimientos.show.data,
  },
  restricciones: {
    nombre: 'nombre',
    notFound: sentences.unknownRestriccion,
    data: restricciones.show.data,
  },
  usuarios: { nombre: 'username', notFound: sentences.unknownUsuario, data: usuarios.show.data },
}

/** What the bin knows of a kind of record; of a catalogue its definition says it. */
export const kindOf = (tipo: PapeleraTipo): Kind =>
  isCatalogue(tipo)
    ? {
        nombre: nameOf(catalogues[tipo]),
        notFound: catalogues[tipo].words.notFound,
        data: catalogueCalls[tipo].show.data,
      }
    : others[tipo]
