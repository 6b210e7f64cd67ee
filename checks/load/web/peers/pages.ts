import { ensurePackages } from '../../../../tools/bootstrap/packages.mjs';
import type { BlockChoice, Control } from '../bare-page.ts';
import { buildPage } from '../bare-page.ts';
import type { Block } from '../phone.ts';

const SURVEYJS = `
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { Model } from 'survey-core';
import 'survey-core/survey-core.fontless.css';
import { Survey } from 'survey-react-ui';
import { controls, block } from './questions.json';

function elementOf({ tag, id, name, type, label, options, isInBlock }) {
  const common = { name: id, title: label || id, ...(isInBlock ? { visibleIf: "{" + block.name + "} = '" + block.shows + "'" } : {}) };
  if (tag === 'textarea') return { ...common, type: 'comment' };
  if (tag === 'select') return { ...common, type: 'dropdown', choices: options.map((text, value) => ({ value: String(value), text })) };
  if (type === 'checkbox') return { ...common, type: 'boolean', renderAs: 'checkbox' };
  if (type === 'radio') {
    const all = controls.filter((one) => one.type === 'radio' && one.name === name);
    if (all[0].id !== id) return undefined;
    return { ...common, name, type: 'radiogroup', choices: all.map((one) => ({ value: one.id, text: one.label })) };
  }
  return { ...common, type: 'text', inputType: type, textUpdateMode: 'onTyping' };
}
const model = new Model({ elements: controls.map(elementOf).filter(Boolean) });
createRoot(document.getElementById('root')).render(h(Survey, { model }));
`;

const JSON_SCHEMA_FORM = `
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { controls, block } from './questions.json';

const groupOf = (radio) => controls.filter((one) => one.type === 'radio' && one.name === radio.name);
const keyOf = (one) => (one.type === 'radio' ? one.name : one.id);
function propertyOf(one) {
  const { tag, id, type, label, options } = one;
  if (tag === 'select') return [id, { type: 'string', title: label, enum: options }];
  if (type === 'checkbox') return [id, { type: 'boolean', title: label }];
  if (type === 'radio') {
    const all = groupOf(one);
    return [one.name, { type: 'string', title: all[0].label, enum: all.map(({ id }) => id) }];
  }
  return [id, { type: 'string', title: label, ...(type === 'date' ? { format: 'date' } : {}) }];
}
const propertiesOf = (some) => Object.fromEntries(some.map(propertyOf));
const schema = {
  type: 'object',
  properties: propertiesOf(controls.filter((one) => !one.isInBlock)),
  if: { properties: { [block.name]: { const: block.shows } }, required: [block.name] },
  then: { properties: propertiesOf(controls.filter((one) => one.isInBlock)) },
};
const widgets = controls.flatMap((one) =>
  one.type === 'radio'
    ? [[one.name, { 'ui:widget': 'radio', 'ui:enumNames': groupOf(one).map(({ label }) => label) }]]
    : one.tag === 'textarea' ? [[one.id, { 'ui:widget': 'textarea' }]] : []);
const uiSchema = { ...Object.fromEntries(widgets), 'ui:order': [...new Set(controls.map(keyOf))] };
createRoot(document.getElementById('root')).render(h(Form, { schema, uiSchema, validator }));
`;

const FORMIO = `
import { Formio } from '@formio/js';
import '@formio/js/dist/formio.form.min.css';
import { controls, block } from './questions.json';

function componentOf({ tag, id, name, type, label, options, isInBlock }) {
  const common = { key: id, label: label || id, input: true, ...(isInBlock ? { conditional: { show: true, when: block.name, eq: block.shows } } : {}) };
  if (tag === 'textarea') return { ...common, type: 'textarea' };
  if (tag === 'select') return { ...common, type: 'select', widget: 'html5', data: { values: options.map((text, value) => ({ label: text, value: 'v' + value })) } };
  if (type === 'checkbox') return { ...common, type: 'checkbox' };
  if (type === 'radio') {
    const all = controls.filter((one) => one.type === 'radio' && one.name === name);
    if (all[0].id !== id) return undefined;
    return { ...common, key: name, type: 'radio', values: all.map((one) => ({ label: one.label, value: one.id })) };
  }
  return { ...common, type: 'textfield', inputType: type };
}
Formio.createForm(document.getElementById('root'), { components: controls.map(componentOf).filter(Boolean) });
`;

/** A page of the same questions, made with another library. */
export interface Peer {
  readonly name: string;
  readonly source: string;
  /** Selectors, by the key of a question and the id of a radio button. */
  readonly field: (key: string) => string;
  readonly radio: (name: string, id: string) => string;
}

export const PEERS: readonly Peer[] = [
  {
    name: 'SurveyJS',
    source: SURVEYJS,
    field: (key) => `[data-name="${key}"] input`,
    radio: (name, id) => `[data-name="${name}"] input[value="${id}"]`,
  },
  {
    name: 'react-jsonschema-form',
    source: JSON_SCHEMA_FORM,
    field: (key) => `#root_${key}`,
    // It counts the choices; the first of ours is the one that hides.
    radio: (name, id) => `#root_${name}-${id === name ? 0 : 1}`,
  },
  {
    name: 'Form.io',
    source: FORMIO,
    field: (key) => `[name="data[${key}]"]`,
    radio: (name, id) => `input[name^="data[${name}]"][value="${id}"]`,
  },
];

/** Installs the libraries from their lockfile unless they are there. */
export const installPeers = (): Promise<void> => ensurePackages(import.meta.dirname);

/** Builds the page of a peer into a folder. */
export function buildPeerPage(
  { source }: Peer,
  controls: readonly Control[],
  block: BlockChoice,
  folder: string,
): Promise<void> {
  return buildPage(
    { 'questions.json': JSON.stringify({ controls, block }), 'main.js': source },
    folder,
    import.meta.dirname,
  );
}

/** What shows the block on the page of a peer, and what hides it. field: the key of a question in it. */
export function blockOf({ field, radio }: Peer, { name, shows }: BlockChoice, key: string): Block {
  return { show: radio(name, shows), hide: radio(name, name), field: field(key) };
}
