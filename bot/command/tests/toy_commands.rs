//! A part of the program that brings a command of its own, beside those of the kernel.
use command::{
    AddedArg, AddedHelp, AddedWord, Arg, ArgKind, Command, CommandPart, Commands, Does, HelpTarget,
    KERNEL, Means, VerbRow, say,
    verbs::{self, Order},
};
use model::ids::MatchId;

use self::commands::{Applaud, Volume};

mod commands {
    use command::{Arg, ArgKind, args::MATCH, verb, words};
    use model::ids::MatchId;

    words! {
        /// How loud the applause is.
        Volume { Soft = "soft", Loud = "loud" }
    }

    verb! {
        Applaud {
            name: "applaud",
            does: Arranges { Looks: |said| said.volume.is_none() },
            about: Match, may: who(Onlooker), is: [MeetsPeople],
            purpose: People, menu: Match, filler: Usual,
            says: "Applaud the players of a match",
            help: "",
            examples: &["applaud", "applaud #12 loud"],
            args: {
                of: Option<MatchId> = MATCH,
                volume: Option<Volume> = Arg {
                    name: "volume",
                    says: "How loud",
                    kind: ArgKind::OneOf(Volume::WORDS),
                },
            },
        }
    }
}

const TOY: CommandPart<'static> = CommandPart {
    specs: &[Applaud::SPEC],
    synonyms: "applaud: clap, clap for\napplaud loud: standing ovation",
    words: &[AddedWord {
        to: verbs::Admin::VERB,
        word: "applause",
        help: "`applause off`: nobody applauds here.",
        example: "admin applause off",
    }],
    args: &[&BOW],
    helps: &[AddedHelp {
        to: HelpTarget::Verb(verbs::Rematch::VERB),
        help: "They may have applauded.",
        examples: &["rematch #12"],
    }],
};

static BOW: AddedArg = AddedArg {
    to: verbs::Resign::VERB,
    arg: Arg { name: "bow", says: "Bow as you go", kind: ArgKind::Flag },
    before: "yes",
};

fn all() -> Commands {
    Commands::new([KERNEL, TOY])
}

#[test]
fn a_command_of_a_part_is_read_and_written_like_those_of_the_kernel() {
    let commands = all();
    let said = commands.parse("Applaud #12 LOUD").unwrap().unwrap();
    assert_eq!(said, say!(commands::Applaud { of: MatchId(12), volume: Volume::Loud }));
    assert_eq!(said.line(), "applaud #12 loud");
    assert_eq!(said.verb(), Applaud::VERB);
    assert_eq!(said.read::<Applaud>().unwrap().volume, Some(Volume::Loud));
    assert_eq!((said.does(), say!(commands::Applaud).does()), (Does::Arranges, Does::Looks));
    let line = commands.read("applaud").in_match(MatchId(3));
    assert_eq!(line.command().map(Command::line).as_deref(), Some("applaud #3"));
    assert!(commands.parse("applaud trumpets").is_err());
    assert!(commands.read("can I applaud").asks);
    assert_eq!(commands.parse("board #12").unwrap(), Some(say!(Board { of: MatchId(12) })));
}

#[test]
fn it_is_found_by_its_name_by_its_synonyms_and_by_a_slip() {
    let commands = all();
    assert_eq!(commands.find("applaud").map(|spec| spec.verb()), Some(Applaud::VERB));
    assert_eq!(commands.iter().last().map(|spec| spec.name), Some("applaud"));
    assert_eq!(commands.also_called("applaud"), ["clap", "clap for"]);
    assert_eq!(commands.near("aplaud #2", &[]), ["applaud #2"]);
    for (line, meant) in [
        ("please clap for #12", "applaud #12"),
        ("a standing ovation", "applaud loud"),
        ("give up", "resign"),
    ] {
        let said = commands.understood(line, false).unwrap();
        assert_eq!(said.as_ref().map(Command::line).as_deref(), Some(meant), "{line}");
    }
}

#[test]
fn the_kernel_alone_knows_nothing_of_it() {
    let kernel = Commands::kernel();
    assert!(kernel.find("applaud").is_none() && kernel.near("aplaud #2", &[]).is_empty());
    for line in ["applaud", "clap for #12"] {
        assert!(matches!(kernel.read(line).means, Means::Words(Ok(None))), "{line}");
    }
}

#[test]
fn a_part_adds_words_to_a_command_of_the_kernel() {
    let commands = all();
    let said = commands.parse("admin applause off").unwrap().unwrap();
    assert_eq!(said, say!(Admin { what: Order::Of("applause"), value: "off" }));
    assert_eq!(said.line(), "admin applause off");
    let spec = commands.find("admin").unwrap();
    assert!(spec.help.ends_with("nobody applauds here."));
    assert_eq!(spec.examples.last(), Some(&"admin applause off"));
    let kernel = Commands::kernel().parse("admin applause off").unwrap().unwrap();
    assert_eq!(kernel.read::<verbs::Admin>().unwrap().what, None, "it is no word there");
}

#[test]
fn a_part_adds_an_argument_to_a_command_of_the_kernel() {
    let commands = all();
    let said = commands.parse("resign yes #12 bow").unwrap().unwrap();
    let resign = say!(Resign { of: MatchId(12), sure: true });
    assert_eq!(said.line(), "resign #12 bow yes");
    assert_eq!(said, resign.clone().adding(&BOW, true));
    assert_eq!(said, resign.clone().with_added_of(&said));
    assert!(said.added::<bool>(&BOW) && !resign.added::<bool>(&BOW) && resign != said);
    assert!(said.read::<verbs::Resign>().unwrap().sure && !said.is_bare());
    let asks = commands.parse("resign bow").unwrap().unwrap().in_match(MatchId(12));
    assert_eq!(asks, said.unconfirmed());
    assert!(Commands::kernel().parse("resign bow").is_err(), "there it is no argument");
}

#[test]
fn a_part_adds_to_the_help_of_a_command_of_the_kernel() {
    let (commands, kernel) = (all(), Commands::kernel());
    let [more, own] = [&commands, kernel].map(|commands| commands.find("rematch").unwrap());
    assert_eq!(more.help, format!("{} They may have applauded.", own.help));
    assert_eq!(more.examples, [own.examples, &["rematch #12"]].concat());
    assert_eq!((more.verb(), more.args.len()), (own.verb(), own.args.len()));
}
