// What one can choose: strategies with their parameters, and settings. Names, values and help are the engine's.

function field(label, input, help) {
  const element = document.createElement('label'), words = label.replaceAll('-', ' ');
  element.append(words[0].toUpperCase() + words.slice(1), ' ', input);
  if (help) element.title = help;
  return element;
}

function textInput(value, placeholder, changed) {
  const input = document.createElement('input');
  Object.assign(input, { type: 'text', value, placeholder, spellcheck: false, autocapitalize: 'off' });
  input.addEventListener('change', () => changed(input.value.trim()));
  return input;
}

function choice(values, value, changed) {
  const select = document.createElement('select');
  select.replaceChildren(...values.map(([text, word]) => new Option(text, word)));
  if (!values.some(([, word]) => word === value)) select.add(new Option(value, value));
  select.value = value;
  select.addEventListener('change', () => changed(select.value));
  return select;
}

// The list of strategies. `changed(number, text)` hears of another text, `removed(number)` of a strategy that goes; `edited`
// of a parameter at another value.
class StrategyList {
  constructor(list, offer, { changed, edited, removed }) {
    Object.assign(this, { list, changed, edited, removed });
    this.policies = new Map([...offer.strategies, ...offer.oracles].map((each) => [each.id, each]));
    this.groups = [
      ['Photos can run it: starts and stops', offer.strategies.filter((each) => each['drives-photos'])],
      ['needs GridDriver', offer.strategies.filter((each) => !each['drives-photos'])],
      ['to measure others by, not to ship', offer.oracles],
    ];
    this.shape = null;
    this.open = new Set();
  }

  // Texts with their parts. Fields stay where only values change, so that whoever types is not disturbed.
  show(texts, parts) {
    const shape = JSON.stringify(parts.map((each) => each.map((part) => part.id)));
    if (shape !== this.shape) {
      this.list.replaceChildren(...texts.map((text, number) => this.item(text, parts[number], number)));
      this.shape = shape;
    }
    texts.forEach((text, number) => {
      const item = this.list.children[number];
      const values = new Map([['text', text]]);
      for (const part of parts[number]) {
        for (const [key, value] of Object.entries(part.settings)) values.set(`${part.id} ${key}`, value);
      }
      for (const input of item.querySelectorAll('input')) {
        if (input !== document.activeElement) input.value = values.get(input.dataset.key) ?? '';
      }
      const set = parts[number].flatMap((part) => Object.entries(part.settings).map(([key, value]) => `${key} ${value}`));
      item.querySelector('summary').textContent = set.length ? set.join(', ') : 'Parameters';
    });
  }

  item(text, parts, number) {
    const item = document.createElement('li'), more = document.createElement('details');
    const remove = document.createElement('button'), refusal = document.createElement('p');
    item.className = `n${number}`;
    remove.type = 'button';
    remove.textContent = '×';
    remove.setAttribute('aria-label', `Remove strategy ${number + 1}`);
    remove.disabled = this.list.dataset.count === '1';
    remove.addEventListener('click', () => this.removed(number));
    more.open = this.open.has(number);
    more.addEventListener('toggle', () => { if (more.open) this.open.add(number); else this.open.delete(number); });
    more.append(document.createElement('summary'), ...parts.map((part) => this.fields(part, number)));
    const whole = textInput(text, '', (value) => this.changed(number, value));
    whole.dataset.key = 'text';
    more.append(field('As lab-run writes it', whole, 'Several policies are joined by +: preheat2x+lru:budget=20MB'));
    refusal.className = 'refusal';
    refusal.hidden = true;
    item.append(lineMark(number), this.menu(parts, number), remove, more, refusal);
    return item;
  }

  menu(parts, number) {
    const select = document.createElement('select'), id = parts[0]?.id ?? '';
    select.append(...this.groups.map(([label, policies]) => {
      const group = document.createElement('optgroup');
      group.label = label;
      group.append(...policies.map((policy) => new Option(policy.id, policy.id)));
      return group;
    }));
    if (!this.policies.has(id)) select.add(new Option(id, id));
    select.value = id;
    select.setAttribute('aria-label', `Strategy ${number + 1}`);
    select.addEventListener('change', () => this.changed(number, select.value));
    return select;
  }

  fields(part, number) {
    const policy = this.policies.get(part.id), box = document.createElement('div');
    box.className = 'grid';
    if (!policy) return box;
    const about = document.createElement('p');
    about.className = 'note';
    about.textContent = `${policy.id}: ${policy.summary}.`;
    box.append(about, ...policy.parameters.map((parameter) => {
      const input = textInput('', parameter.default, (value) => this.edited(number, parameter.key, value));
      input.dataset.key = `${part.id} ${parameter.key}`;
      return field(parameter.key, input, `${parameter.summary}; ${parameter.range}`);
    }));
    return box;
  }

  // What is wrong with each; null where nothing is.
  refuse(refusals) {
    [...this.list.children].forEach((item, number) => {
      const note = item.querySelector('.refusal');
      note.hidden = !refusals[number];
      note.textContent = refusals[number] ?? '';
      item.querySelector('select').setAttribute('aria-invalid', String(Boolean(refusals[number])));
    });
  }
}

// A control for each setting that the engine has. `changed(name, value)` hears of a value, '' for the usual one.
function settingFields(offer, settings, changed) {
  const proposals = { device: offer.devices.map((each) => [each.name, each.name]) };
  const screens = offer.screens.map((each) => [
    `${each.name}, ${each['width-pt']} x ${each['height-pt']} pt`, each.name]);
  const named = (input, name) => { input.dataset.setting = name; return input; };
  const others = offer.settings.map((setting) => {
    const usual = setting.default ?? '', value = settings[setting.name];
    const take = (word) => changed(setting.name, word === usual ? '' : word);
    if (setting.choices.length) {
      const names = setting.choices.map((each) => [each, each]);
      return [setting, field(setting.name, named(choice(names, value ?? usual, take), setting.name), setting.help)];
    }
    const input = named(textInput(value ?? '', usual || "the trace's", take), setting.name);
    if (proposals[setting.name]) {
      const list = document.createElement('datalist');
      list.id = `list-${setting.name}`;
      list.replaceChildren(...proposals[setting.name].map(([text, word]) => new Option(text, word)));
      input.setAttribute('list', list.id);
      const label = field(setting.name, input, setting.help);
      label.append(list);
      return [setting, label];
    }
    return [setting, field(setting.name, input, setting.help)];
  });
  const screen = named(
    choice([["the trace's", ''], ...screens], settings.screen ?? '', (word) => changed('screen', word)), 'screen');
  const ofScreen = others.filter(([setting]) => setting.section === 'screen').map(([, label]) => label);
  return {
    screen: [field('screen', screen, 'Points of a phone or tablet, and pixels a point.'), ...ofScreen],
    replay: others.filter(([setting]) => setting.section !== 'screen').map(([, label]) => label),
  };
}
