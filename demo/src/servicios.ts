import { cabeceras, cercanos, zonas } from './lugares.ts'

export type TipoCamion = 'Cabezal' | 'Camión' | 'Furgón refrigerado' | 'Panel'

/** Where a service loads or unloads: one of some places, or at the client's own. */
type Donde = readonly string[] | 'cliente'

export interface Servicio {
  servicio: string
  mercaderias: readonly string[]
  /** A container holds what its client makes or buys. */
  delCliente?: boolean
  tipos: readonly TipoCamion[]
  origen: Donde
  destino: Donde
  /** Quetzales for coming at all, and for each kilometre, in the first of the two years. */
  base: number
  porKm: number
  /** How often a helper rides along. */
  ayudante: number
  /** How much of it there is in each month, from January; all year alike where it is not said. */
  meses?: readonly number[]
}

const pesados = ['Cabezal'] as const
const medianos = ['Camión'] as const
const zafra = [1, 1, 1, 1, 0.4, 0, 0, 0, 0, 0, 0.8, 1]

export const servicios = {
  azucar: {
    servicio: 'Transporte de azúcar',
    mercaderias: ['Azúcar estándar en sacos de 50 kg', 'Azúcar refino en jumbo', 'Melaza en tonel'],
    tipos: pesados,
    origen: 'cliente',
    destino: ['Puerto Quetzal', 'Puerto Quetzal', 'Guatemala, zona 12'],
    base: 400,
    porKm: 21,
    ayudante: 0.3,
    meses: zafra,
  },
  importacion: {
    servicio: 'Contenedor de importación',
    mercaderias: ['Contenedor de 40 pies', 'Contenedor de 20 pies', 'Electrodomésticos', 'Llantas'],
    delCliente: true,
    tipos: pesados,
    origen: ['Puerto Quetzal', 'Puerto Quetzal', 'Santo Tomás de Castilla', 'Puerto Barrios'],
    destino: 'cliente',
    base: 450,
    porKm: 23,
    ayudante: 0.15,
  },
  exportacion: {
    servicio: 'Contenedor de exportación',
    mercaderias: ['Contenedor de 40 pies', 'Contenedor refrigerado'],
    delCliente: true,
    tipos: pesados,
    origen: 'cliente',
    destino: ['Santo Tomás de Castilla', 'Puerto Barrios', 'Puerto Quetzal'],
    base: 450,
    porKm: 22,
    ayudante: 0.15,
  },
  refrigerada: {
    servicio: 'Carga refrigerada',
    mercaderias: ['Pollo congelado', 'Lácteos', 'Verduras frescas', 'Embutidos', 'Helados'],
    tipos: ['Furgón refrigerado'],
    origen: ['Villa Nueva', 'Guatemala, zona 12', 'Tecpán Guatemala'],
    destino: 'cliente',
    base: 380,
    porKm: 17,
    ayudante: 0.8,
  },
  distribucion: {
    servicio: 'Distribución a tiendas',
    mercaderias: ['Abarrotes', 'Bebidas gaseosas', 'Productos de limpieza', 'Pan y repostería', 'Juguetes'],
    tipos: ['Camión', 'Furgón refrigerado'],
    origen: zonas,
    destino: cabeceras,
    base: 300,
    porKm: 13,
    ayudante: 0.9,
    meses: [0.7, 0.8, 0.9, 0.9, 0.9, 0.8, 0.8, 0.8, 0.8, 0.9, 1, 1],
  },
  construccion: {
    servicio: 'Materiales de construcción',
    mercaderias: ['Cemento', 'Hierro corrugado', 'Block y ladrillo', 'Lámina', 'Cal hidratada'],
    tipos: ['Camión', 'Cabezal'],
    origen: ['Sanarate', 'Guatemala, zona 18', 'Villa Nueva', 'Palín'],
    destino: 'cliente',
    base: 320,
    porKm: 15,
    ayudante: 0.7,
  },
  granos: {
    servicio: 'Granos básicos',
    mercaderias: ['Maíz blanco', 'Frijol negro', 'Arroz', 'Maíz amarillo a granel'],
    tipos: ['Camión', 'Cabezal'],
    origen: ['Jutiapa', 'Asunción Mita', 'Poptún', 'Mazatenango', 'Retalhuleu'],
    destino: 'cliente',
    base: 320,
    porKm: 14,
    ayudante: 0.6,
    meses: [0.9, 0.5, 0.4, 0.3, 0.3, 0.3, 0.4, 0.8, 1, 1, 0.9, 0.9],
  },
  fertilizante: {
    servicio: 'Transporte de fertilizante',
    mercaderias: ['Urea en sacos', 'Fertilizante 15-15-15', 'Sulfato de amonio'],
    tipos: pesados,
    origen: ['Puerto Quetzal'],
    destino: 'cliente',
    base: 400,
    porKm: 19,
    ayudante: 0.4,
    meses: [0.1, 0.2, 0.5, 0.9, 1, 1, 0.8, 0.6, 0.4, 0.2, 0.1, 0.1],
  },
  local: {
    servicio: 'Flete local',
    mercaderias: ['Mercadería general', 'Muebles', 'Papelería', 'Repuestos', 'Cajas varias'],
    tipos: ['Panel', 'Camión'],
    origen: zonas,
    destino: cercanos,
    base: 320,
    porKm: 11,
    ayudante: 0.5,
  },
  mudanza: {
    servicio: 'Mudanza',
    mercaderias: ['Menaje de casa', 'Mobiliario de oficina'],
    tipos: medianos,
    origen: cercanos,
    destino: 'cliente',
    base: 900,
    porKm: 12,
    ayudante: 1,
  },
  encomienda: {
    servicio: 'Encomiendas',
    mercaderias: ['Paquetes varios', 'Medicinas', 'Documentos y valija', 'Ropa y calzado'],
    tipos: ['Panel'],
    origen: zonas,
    destino: cabeceras,
    base: 250,
    porKm: 7,
    ayudante: 0.2,
  },
} as const satisfies Record<string, Servicio>

export type ServicioName = keyof typeof servicios
