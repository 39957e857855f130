import { xmlText } from './text.ts'
import type { WorkbookInfo } from './workbookInfo.ts'

// The small files of an .xlsx beside its sheets and styles (ECMA-376).

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const each = (count: number, xml: (number: number) => string) =>
  Array.from({ length: count }, (_, i) => xml(i + 1)).join('')

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`

const relations = (inside: string) =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${inside}</Relationships>`

/** Every page that is printed repeats the first row. */
export const workbookXml = (names: readonly string[]) =>
  `${declaration}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}">\
<bookViews><workbookView activeTab="0"/></bookViews>\
<sheets>${names.map((name, i) => `<sheet name="${xmlText(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets>\
<definedNames>${names
    .map(
      (name, i) =>
        `<definedName name="_xlnm.Print_Titles" localSheetId="${i}">'${xmlText(name)}'!$1:$1</definedName>`,
    )
    .join('')}</definedNames></workbook>`

export const workbookRelationsXml = (sheets: number) =>
  relations(
    each(sheets, (n) => relation(`rId${n}`, `${office}/worksheet`, `worksheets/sheet${n}.xml`)) +
      relation(`rId${sheets + 1}`, `${office}/styles`, 'styles.xml'),
  )

export const relationsXml = relations(
  relation('rId1', `${office}/officeDocument`, 'xl/workbook.xml') +
    relation('rId2', `${packages}/relationships/metadata/core-properties`, 'docProps/core.xml'),
)

const override = (part: string, type: string) => `<Override PartName="/${part}" ContentType="${type}"/>`

export const contentTypesXml = (sheets: number) =>
  `${declaration}<Types xmlns="${packages}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
${override('xl/workbook.xml', `${main}.sheet.main+xml`)}\
${each(sheets, (n) => override(`xl/worksheets/sheet${n}.xml`, `${main}.worksheet+xml`))}\
${override('xl/styles.xml', `${main}.styles+xml`)}\
${override('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml')}</Types>`

export const coreXml = ({ title, creator, created }: WorkbookInfo) =>
  `${declaration}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" \
xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\
<dc:title>${xmlText(title)}</dc:title><dc:creator>${xmlText(creator)}</dc:creator>\
<dcterms:created xsi:type="dcterms:W3CDTF">${created}</dcterms:created></cp:coreProperties>`
