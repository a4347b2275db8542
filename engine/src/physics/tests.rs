//! Laws of every shot: no energy from nothing, no disc in another or in a wall, mirrored input gives mirrored output.
use super::*;

const RADIUS: f64 = 0.375;
const SLOWING: f64 = 100.0;

/// A closed floor of 10 by 12 with a gap of 2 at both ends, such as a game has.
fn floor() -> Floor {
    let mut walls = Vec::new();
    for side in [-1.0, 1.0] {
        walls.push(Wall { faces: Vector::new(-side, 0.0), at: 5.0 * side, span: [-6.0, 6.0] });
        for span in [[-5.0, -1.0], [1.0, 5.0]] {
            walls.push(Wall { faces: Vector::new(0.0, -side), at: 6.0 * side, span });
        }
        for span in [[-8.0, -6.0], [6.0, 8.0]] {
            walls.push(Wall { faces: Vector::new(-side, 0.0), at: side, span });
        }
    }
    let posts = [(-1.0, -6.0), (1.0, -6.0), (-1.0, 6.0), (1.0, 6.0)];
    Floor {
        radius: RADIUS,
        slowing: SLOWING,
        disc_bounce: 0.85,
        wall_bounce: 0.5,
        walls,
        posts: posts.map(|(x, y)| Vector::new(x, y)).into(),
        end: 8.0,
    }
}

fn still(x: f64, y: f64) -> Disc {
    Disc { at: Vector::new(x, y), velocity: Vector::ZERO }
}

fn pushed(x: f64, y: f64, heading: i64, speed: f64) -> Disc {
    Disc { at: Vector::new(x, y), velocity: toward(heading) * speed }
}

/// Numbers that look random, the same everywhere.
struct Luck(u64);

impl Luck {
    fn next(&mut self, below: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    /// Lays nine discs somewhere, some of them touching, in thousandths of an inch, and pushes the first.
    fn shot(&mut self) -> Vec<Disc> {
        let mut at: Vec<(i64, i64)> = Vec::new();
        while at.len() < 9 {
            let (x, y) = match (self.next(3), at.last()) {
                // Just touching the one before.
                (0, Some(&(x, y))) => {
                    let way = toward(self.next(360_000) as i64) * 750.6;
                    (x + way.x.round() as i64, y + way.y.round() as i64)
                }
                _ => (self.next(9251) as i64 - 4625, self.next(11_251) as i64 - 5625),
            };
            let free = at.iter().all(|&(other_x, other_y)| {
                750 * 750 <= (other_x - x).pow(2) + (other_y - y).pow(2)
            });
            if free && x.abs() <= 4625 && y.abs() <= 5625 {
                at.push((x, y));
            }
        }
        let mut discs: Vec<Disc> =
            at.iter().map(|&(x, y)| still(x as f64 / 1000.0, y as f64 / 1000.0)).collect();
        let speed = 1.5 * (1 + self.next(130)) as f64;
        discs[0].velocity = toward(self.next(360_000) as i64) * speed;
        discs
    }
}

/// Returns where a disc is and how fast at a time.
fn when(path: &DiscPath, time: f64) -> (Vector, f64) {
    let leg = path.legs.iter().rev().find(|it| it.time <= time).unwrap();
    let speed = leg.velocity.length();
    let gone = (time - leg.time).min(speed / SLOWING);
    let way = leg.velocity.direction().unwrap_or_default();
    (leg.at + way * (speed * gone - 0.5 * SLOWING * gone * gone), speed - SLOWING * gone)
}

fn energy(run: &Run, time: f64) -> f64 {
    run.paths.iter().map(|path| when(path, time).1.powi(2)).sum()
}

#[test]
fn a_free_slide_is_as_long_as_the_table_of_speeds_says() {
    for (speed, far) in [(7.5, 0.28125), (15.0, 1.125), (30.0, 4.5), (45.0, 10.125)] {
        let run = run(&floor(), &[pushed(0.0, -5.5, 0, speed)]);
        let end = run.paths[0].end;
        assert!((end.at.y + 5.5 - far).abs() < 1e-12, "{end:?}");
        assert!((end.time - speed / 100.0).abs() < 1e-12 && run.hits.is_empty());
    }
}

#[test]
fn two_discs_part_with_what_the_bounce_leaves() {
    let run = run(&floor(), &[pushed(0.0, -3.0, 0, 60.0), still(0.0, 0.0)]);
    let [Hit { disc: 0, what: Obstacle::Disc(1), speed, at, .. }] = run.hits[..] else {
        panic!("{:?}", run.hits)
    };
    assert!((speed - 3150f64.sqrt()).abs() < 1e-9, "60² - 2 · 100 · 2.25 is 3150: {speed}");
    assert!((at.y + 0.75).abs() < 1e-12);
    assert!((run.paths[1].legs[1].velocity.y - 0.925 * speed).abs() < 1e-9);
    assert!((run.paths[0].legs[1].velocity.y - 0.075 * speed).abs() < 1e-9);
    assert!(run.paths[1].gone && !run.paths[0].gone);
}

#[test]
fn a_wall_and_a_post_give_back_half() {
    let wall = run(&floor(), &[pushed(0.0, 0.0, 90_000, 90.0)]);
    let speed = (90f64 * 90.0 - 200.0 * 4.625).sqrt();
    assert!((wall.hits[0].speed - speed).abs() < 1e-9);
    assert!((wall.paths[0].legs[1].velocity.x + speed / 2.0).abs() < 1e-9);
    let post = run(&floor(), &[pushed(0.9, 4.0, 0, 60.0)]);
    assert_eq!(post.hits[0].what, Obstacle::Post(3));
    let touching = 6.0 - (0.375f64 * 0.375 - 0.01).sqrt();
    assert!((post.hits[0].at.y - touching).abs() < 1e-12);
}

#[test]
fn a_disc_through_the_mouth_leaves_at_the_end() {
    let run = run(&floor(), &[pushed(0.0, 0.0, 5_000, 120.0)]);
    assert!(run.paths[0].gone && (run.paths[0].end.at.y - 8.0).abs() < 1e-12);
    assert_eq!(run.paths[0].end.velocity, Vector::ZERO);
}

#[test]
fn discs_that_cross_meet_where_they_must() {
    // Both slow down on lines that cross: also found by stepping through time.
    let discs = [pushed(-2.0, 0.0, 90_000, 50.0), pushed(1.0, -3.1, 0, 58.0)];
    let run = run(&floor(), &discs);
    let hit = run.hits[0];
    let [one, other] = [0, 1].map(|nth| when(&run.paths[nth], hit.time - 1e-12).0);
    assert!(((one - other).length() - 0.75).abs() < 1e-9, "{hit:?}");
    let mut time = 0.0;
    let alone = discs.map(|disc| super::run(&floor(), &[disc]).paths.remove(0));
    while 0.75 <= (when(&alone[0], time).0 - when(&alone[1], time).0).length() {
        time += 1e-6;
    }
    assert!((time - hit.time).abs() < 2e-6, "{time} {hit:?}");
}

#[test]
fn a_grazing_contact_is_found_and_a_near_miss_is_none() {
    for (aside, hits) in [(0.7499, 1), (0.7501, 0)] {
        let run = run(&floor(), &[pushed(-4.0, 0.0, 90_000, 29.0), still(0.0, aside)]);
        assert_eq!(run.hits.iter().filter(|it| it.what == Obstacle::Disc(1)).count(), hits);
        let both = [pushed(-4.0, 0.0, 90_000, 29.0), pushed(4.0, aside, 270_000, 29.0)];
        assert_eq!(super::run(&floor(), &both).hits.len(), hits, "both moving, {aside}");
    }
}

#[test]
fn energy_never_grows() {
    let mut luck = Luck(1);
    for n in 0..400 {
        let run = run(&floor(), &luck.shot());
        let mut times: Vec<f64> = run.hits.iter().map(|it| it.time).collect();
        times.extend([0.0, 1e-9, run.paths.iter().map(|it| it.end.time).fold(0.0, f64::max)]);
        times.sort_by(f64::total_cmp);
        let all: Vec<f64> = times.iter().map(|&it| energy(&run, it)).collect();
        assert!(
            all.windows(2).all(|pair| pair[1] <= pair[0] * (1.0 + 1e-12) + 1e-12),
            "{n}: {all:?}"
        );
        assert!(all.last().is_some_and(|&it| it < 1e-20), "everything rests");
    }
}

#[test]
fn discs_stay_out_of_each_other_and_within_the_walls() {
    const HAIR: f64 = 2e-6;
    let mut luck = Luck(2);
    for n in 0..200 {
        let run = run(&floor(), &luck.shot());
        let end = run.paths.iter().map(|it| it.end.time).fold(0.0, f64::max);
        let steps = (0..=400).map(|nth| end * f64::from(nth) / 400.0);
        for time in steps.chain(run.hits.iter().map(|it| it.time)) {
            let there = |path: &&DiscPath| !path.gone || time < path.end.time;
            let at: Vec<Vector> =
                run.paths.iter().filter(there).map(|path| when(path, time).0).collect();
            for (nth, one) in at.iter().enumerate() {
                for other in &at[..nth] {
                    let apart = (*one - *other).length();
                    assert!(2.0 * RADIUS - HAIR <= apart, "{n}: {apart} at {time}");
                }
                let Vector { x, y } = *one;
                let in_mouth = x.abs() <= 1.0 - RADIUS + HAIR && y.abs() <= 8.0 + HAIR;
                let inside = x.abs() <= 5.0 - RADIUS + HAIR && y.abs() <= 6.0 - RADIUS + HAIR;
                let to_post = Vector::new(x.abs() - 1.0, y.abs() - 6.0).length();
                let between = x.abs() < 1.0 && y.abs() < 6.0 + HAIR && RADIUS - HAIR <= to_post;
                assert!(in_mouth || inside || between, "{n}: {one:?} at {time}");
            }
        }
    }
}

#[test]
fn what_is_mirrored_comes_out_mirrored_to_the_last_bit() {
    let mut luck = Luck(3);
    for _ in 0..200 {
        let discs = luck.shot();
        let straight = run(&floor(), &discs);
        for (x, y) in [(-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
            let flip = |vector: Vector| Vector::new(x * vector.x, y * vector.y);
            let turned = |disc: &Disc| Disc { at: flip(disc.at), velocity: flip(disc.velocity) };
            let mirrored = run(&floor(), &discs.iter().map(turned).collect::<Vec<Disc>>());
            for (one, other) in straight.paths.iter().zip(&mirrored.paths) {
                assert_eq!(flip(one.end.at), other.end.at);
                assert_eq!(one.end.time.to_bits(), other.end.time.to_bits());
                assert_eq!(one.legs.len(), other.legs.len());
            }
        }
    }
}

#[test]
fn every_shot_comes_to_an_end_soon() {
    let mut luck = Luck(4);
    let mut most = 0;
    for _ in 0..600 {
        let run = run(&floor(), &luck.shot());
        let end = run.paths.iter().map(|it| it.end.time).fold(0.0, f64::max);
        assert!(end <= 1.95 + 1e-9, "friction alone takes as long");
        most = most.max(run.hits.len());
    }
    assert!(most < 300, "{most}");
}

#[test]
fn discs_pressed_together_come_to_rest() {
    // A tight pack in a corner, hit hard.
    let mut discs = vec![pushed(0.0, 0.0, 140_000, 150.0)];
    for row in 0..3 {
        for column in 0..3 {
            discs.push(still(4.625 - 0.75 * f64::from(row), -5.625 + 0.75 * f64::from(column)));
        }
    }
    let run = run(&floor(), &discs);
    assert!(run.hits.len() < 300, "{}", run.hits.len());
    assert!(run.paths.iter().all(|it| it.end.time < 1.5));
}

/// Pins the bits: matches saved years ago must stay checkable.
#[test]
fn a_known_shot_stays_the_same_to_the_last_bit() {
    let discs =
        [pushed(-3.1, -2.2, 53_000, 120.0), still(0.0, 0.0), still(1.0, 1.9), still(-0.4, 1.5)];
    let run = run(&floor(), &discs);
    let bits: Vec<[u64; 2]> =
        run.paths.iter().map(|path| [path.end.at.x.to_bits(), path.end.at.y.to_bits()]).collect();
    assert_eq!(bits, KNOWN, "{bits:#x?}");
}

const KNOWN: [[u64; 2]; 4] = [
    [0xbfe9_26f2_9bc3_2c45, 0x3feb_cd37_b313_30cc],
    [0xc00d_6b8b_f7c6_7b35, 0x3ff1_408f_3064_77e8],
    [0x3ff0_0000_0000_0000, 0x3ffe_6666_6666_6666],
    [0xbfcc_1760_6772_ac3a, 0x3ffe_e740_39ba_adeb],
];

#[test]
fn headings_mirror_each_other_to_the_last_bit() {
    for heading in (0..360_000).step_by(377) {
        let Vector { x, y } = toward(heading);
        assert_eq!(toward(-heading), Vector::new(-x, y));
        assert_eq!(toward(180_000 - heading), Vector::new(x, -y));
        assert_eq!(heading_of(toward(heading)), heading);
        let back = turned(turned(Vector::new(0.6, 0.8), heading), -heading);
        assert!((back - Vector::new(0.6, 0.8)).length() < 1e-12);
    }
    assert_eq!(toward(90_000), Vector::new(1.0, 0.0));
    assert_eq!(heading_of(Vector::new(1.0, 0.0)), 90_000);
    assert!((turned(Vector::new(0.0, 1.0), 90_000) - Vector::new(1.0, 0.0)).length() < 1e-15);
}
